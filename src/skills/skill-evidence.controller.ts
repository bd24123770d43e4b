import { Body, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { skillEvidence } from '../contract/skill-evidence.resource';
import { revocations } from '../contract/skill-holds.resource';
import { ApiList, ApiRow } from '../platform/definitions/api-list';
import { IdParam } from '../platform/definitions/id-param';
import { parseList, type RawQuery } from '../platform/definitions/list-query';
import { answerPage, type Answer } from '../platform/definitions/page-answer';
import { Malformed } from '../platform/errors/app-error';
import { Allow, CurrentTenant } from '../tenancy/access';
import { dtosOf } from '../tenancy/resources/resource-dtos';
import { createReadController, ResourceController } from '../tenancy/resources/crud-controller';
import type { Tenant } from '../tenancy/tenant';
import { EvidenceRecord } from './evidence.entity';
import { RevocationRecord } from './revocation.entity';
import { RevocationsService } from './revocations.service';
import { SkillEvidenceService } from './skill-evidence.service';
import { Approval, EvidenceRowDto, EvidenceWrite, Objection, RevocationEnd, RevocationWrite } from './skill-ledger.dto';
import { fieldError } from '../platform/errors/field-error';

/** @throws Malformed for anybody else: that would be the rows of whoever asks, taken for theirs */
function isWaiting(waiting_for: RawQuery[string]): boolean {
  if (waiting_for !== undefined && waiting_for !== 'me')
    throw new Malformed('waiting_for is "me".', {
      waiting_for: [fieldError('query', 'waiting_for is "me".')],
    });
  return waiting_for === 'me';
}

@ResourceController(EvidenceRecord)
export class SkillEvidenceController extends createReadController(EvidenceRecord, SkillEvidenceService, {
  row: EvidenceRowDto,
}) {
  @Get()
  @Allow(...skillEvidence.read)
  @ApiList(skillEvidence, EvidenceRowDto)
  @ApiQuery({
    name: 'waiting_for',
    required: false,
    schema: { type: 'string', enum: ['me'] },
    description: 'me: evidence waiting for the user’s sign-off.',
  })
  override async list(
    @CurrentTenant() tenant: Tenant,
    @Query() query: RawQuery,
    @Res({ passthrough: true }) answer: Answer,
  ) {
    const { waiting_for, ...rest } = query;
    const waiting = isWaiting(waiting_for);
    return answerPage(answer, await this.service.list(tenant, parseList(skillEvidence, rest), waiting));
  }

  /** Kinds assessment, certificate, prior and import by an admin; kind self by everyone for themselves. */
  @Post()
  @Allow(...skillEvidence.write)
  @ApiRow(EvidenceRowDto, 201)
  record(@CurrentTenant() tenant: Tenant, @Body() body: EvidenceWrite) {
    return this.service.create(tenant, body);
  }

  /** Signs off what waits, so that it counts: an admin, or a manager of the person where the skill says so. */
  @Post(':id/approve')
  @HttpCode(200)
  @Allow('admin', 'user')
  @ApiRow(EvidenceRowDto)
  approve(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: Approval) {
    return this.service.approve(tenant, id, body.reason ?? null);
  }

  @Post(':id/reject')
  @HttpCode(200)
  @Allow('admin', 'user')
  @ApiRow(EvidenceRowDto)
  reject(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: Objection) {
    return this.service.reject(tenant, id, body.reason);
  }

  /** It was recorded by mistake: it never counted. */
  @Post(':id/void')
  @HttpCode(200)
  @Allow('admin')
  @ApiRow(EvidenceRowDto)
  void(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: Objection) {
    return this.service.void(tenant, id, body.reason);
  }
}

const { row: RevocationRow } = dtosOf(RevocationRecord);

@ResourceController(RevocationRecord)
export class RevocationsController extends createReadController(RevocationRecord, RevocationsService) {
  /** Withdraws the skill: level 0 from the first to the last day, whatever the evidence says. */
  @Post()
  @Allow(...revocations.write)
  @ApiRow(RevocationRow, 201)
  start(@CurrentTenant() tenant: Tenant, @Body() body: RevocationWrite) {
    return this.service.create(tenant, body);
  }

  @Post(':id/end')
  @HttpCode(200)
  @Allow('admin')
  @ApiRow(RevocationRow)
  end(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: RevocationEnd) {
    return this.service.end(tenant, id, body.to_date);
  }
}
