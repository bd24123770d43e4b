import { Body, Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import { skillEvidence } from '../contract/skill-evidence.resource';
import { revocations } from '../contract/skill-holds.resource';
import { ApiList, ApiRow } from '../platform/definitions/api-list';
import { IdParam } from '../platform/definitions/id-param';
import { parseList, type RawQuery } from '../platform/definitions/list-query';
import { answerPage, type Answer } from '../platform/definitions/page-answer';
import { Malformed } from '../platform/errors/app-error';
import { Allow, CurrentTenant, VersionOf } from '../tenancy/access';
import type { Tenant } from '../tenancy/tenant';
import { EvidenceRecord } from './evidence.entity';
import { RevocationRecord } from './revocation.entity';
import { RevocationsService } from './revocations.service';
import { SkillEvidenceService } from './skill-evidence.service';
import {
  Approval,
  EvidenceRowDto,
  EvidenceWrite,
  Objection,
  RevocationEnd,
  RevocationRowDto,
  RevocationWrite,
} from './skill-ledger.dto';

/** @throws Malformed for anybody else: that would be the rows of whoever asks, taken for theirs */
function isWaiting(waiting_for: RawQuery[string]): boolean {
  if (waiting_for !== undefined && waiting_for !== 'me')
    throw new Malformed('waiting_for is "me".', { waiting_for: ['waiting_for is "me".'] });
  return waiting_for === 'me';
}

@ApiTags('Skill evidence')
@Controller('api/skill-evidence')
@VersionOf(EvidenceRecord, 'evidence_id')
export class SkillEvidenceRest {
  constructor(private readonly evidence: SkillEvidenceService) {}

  @Get()
  @Allow(...skillEvidence.read)
  @ApiList(skillEvidence, EvidenceRowDto)
  @ApiQuery({
    name: 'waiting_for',
    required: false,
    schema: { type: 'string', enum: ['me'] },
    description: 'me: what waits for the asker to sign it off.',
  })
  async list(@CurrentTenant() tenant: Tenant, @Query() query: RawQuery, @Res({ passthrough: true }) answer: Answer) {
    const { waiting_for, ...rest } = query;
    const waiting = isWaiting(waiting_for);
    return answerPage(answer, await this.evidence.list(tenant, parseList(skillEvidence, rest), waiting));
  }

  @Get(':id')
  @Allow(...skillEvidence.read)
  @ApiRow(EvidenceRowDto)
  one(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.evidence.one(tenant, id);
  }

  /** Kinds assessment, certificate, prior and import by an admin; kind self by everyone for themselves. */
  @Post()
  @Allow(...skillEvidence.write)
  @ApiRow(EvidenceRowDto, 201)
  record(@CurrentTenant() tenant: Tenant, @Body() body: EvidenceWrite) {
    return this.evidence.record(tenant, body);
  }

  /** Signs off what waits, so that it counts: an admin, or a manager of the person where the skill says so. */
  @Post(':id/approve')
  @HttpCode(200)
  @Allow('admin', 'user')
  @ApiRow(EvidenceRowDto)
  approve(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: Approval) {
    return this.evidence.approve(tenant, id, body.reason ?? null);
  }

  @Post(':id/reject')
  @HttpCode(200)
  @Allow('admin', 'user')
  @ApiRow(EvidenceRowDto)
  reject(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: Objection) {
    return this.evidence.reject(tenant, id, body.reason);
  }

  /** It was recorded by mistake: it never counted. */
  @Post(':id/void')
  @HttpCode(200)
  @Allow('admin')
  @ApiRow(EvidenceRowDto)
  void(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: Objection) {
    return this.evidence.void(tenant, id, body.reason);
  }
}

@ApiTags('Revocations')
@Controller('api/revocations')
@VersionOf(RevocationRecord, 'revocation_id')
export class RevocationsRest {
  constructor(private readonly revocations: RevocationsService) {}

  @Get()
  @Allow(...revocations.read)
  @ApiList(revocations, RevocationRowDto)
  async list(@CurrentTenant() tenant: Tenant, @Query() query: RawQuery, @Res({ passthrough: true }) answer: Answer) {
    return answerPage(answer, await this.revocations.list(tenant, parseList(revocations, query)));
  }

  @Get(':id')
  @Allow(...revocations.read)
  @ApiRow(RevocationRowDto)
  one(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.revocations.one(tenant, id);
  }

  /** Withdraws the skill: level 0 from the first to the last day, whatever the evidence says. */
  @Post()
  @Allow(...revocations.write)
  @ApiRow(RevocationRowDto, 201)
  start(@CurrentTenant() tenant: Tenant, @Body() body: RevocationWrite) {
    return this.revocations.start(tenant, body);
  }

  @Post(':id/end')
  @HttpCode(200)
  @Allow('admin')
  @ApiRow(RevocationRowDto)
  end(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: RevocationEnd) {
    return this.revocations.end(tenant, id, body.to_date);
  }
}
