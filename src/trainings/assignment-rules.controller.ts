import { Body, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { Allow, AlsoWhenExpired, CurrentTenant } from '../tenancy/access';
import { ResourceController, createCrudController } from '../tenancy/resources/crud-controller';
import type { Tenant } from '../tenancy/tenant';
import { AssignmentRule } from './assignment-rule.entity';
import {
  AssignmentRuleChange,
  AssignmentRuleRowDto,
  AssignmentRuleWrite,
  RuleDraft,
  RulePreviewDto,
  RulePreviewQuery,
} from './assignment-rules.dto';
import { AssignmentRulesService } from './assignment-rules.service';
import { RulePreviews } from './rule-preview.service';

@ResourceController(AssignmentRule)
export class AssignmentRulesController extends createCrudController(AssignmentRule, AssignmentRulesService, {
  write: AssignmentRuleWrite,
  change: AssignmentRuleChange,
  row: AssignmentRuleRowDto,
  archived: 'Archive a rule; it no longer assigns, and incomplete assignments made only by it are removed',
}) {
  constructor(
    service: AssignmentRulesService,
    private readonly previews: RulePreviews,
  ) {
    super(service);
  }

  /** What a rule that is not saved yet would change, of the present state. Nothing is written. */
  @Post('preview')
  @HttpCode(200)
  @Allow('admin')
  @AlsoWhenExpired('looks only: nothing is written')
  @ApiOkResponse({ type: RulePreviewDto })
  previewDraft(@CurrentTenant() tenant: Tenant, @Query() query: RulePreviewQuery, @Body() body: RuleDraft) {
    return this.previews.ofDraft(tenant, body, query);
  }

  /** What it has still to change, and what it has changed. */
  @Get(':id/preview')
  @Allow('admin')
  @ApiOkResponse({ type: RulePreviewDto })
  preview(@CurrentTenant() tenant: Tenant, @Param('id') id: string, @Query() query: RulePreviewQuery) {
    return this.previews.ofDraft(tenant, { rule_id: id }, query);
  }
}
