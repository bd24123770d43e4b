import { Body, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { Allow, AllowWhenExpired, CurrentTenant } from '../../tenancy/access.decorators';
import { ResourceController, createCrudController } from '../../crud/crud-controller';
import type { Tenant } from '../../tenancy/tenant';
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
import { RulePreviewService } from './rule-preview.service';

@ResourceController(AssignmentRule)
export class AssignmentRulesController extends createCrudController(AssignmentRule, AssignmentRulesService, {
  write: AssignmentRuleWrite,
  change: AssignmentRuleChange,
  row: AssignmentRuleRowDto,
  archiveSummary: 'Archive a rule; it no longer assigns, and incomplete assignments made only by it are removed',
}) {
  constructor(
    service: AssignmentRulesService,
    private readonly previews: RulePreviewService,
  ) {
    super(service);
  }

  /** Previews what an unsaved rule would change now; nothing is written */
  @Post('preview')
  @HttpCode(200)
  @Allow('admin')
  @AllowWhenExpired('preview: nothing is written')
  @ApiOkResponse({ type: RulePreviewDto })
  previewDraft(@CurrentTenant() tenant: Tenant, @Query() query: RulePreviewQuery, @Body() body: RuleDraft) {
    return this.previews.preview(tenant, body, query);
  }

  /** Previews the pending and past changes of a rule */
  @Get(':id/preview')
  @Allow('admin')
  @ApiOkResponse({ type: RulePreviewDto })
  preview(@CurrentTenant() tenant: Tenant, @Param('id') id: string, @Query() query: RulePreviewQuery) {
    return this.previews.preview(tenant, { rule_id: id }, query);
  }
}
