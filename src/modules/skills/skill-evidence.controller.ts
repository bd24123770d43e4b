import { Body, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { skillEvidence } from '../../contract/skill-evidence.resource';
import { revocations } from '../../contract/skill-holds.resource';
import { ApiList, ApiRow } from '../../infrastructure/rest/api-list';
import { IdParam } from '../../common/rest/id-param';
import { parseListQuery, type RawQuery } from '../../infrastructure/rest/list-query';
import { respondWithPage, type HeaderWriter } from '../../common/rest/page-response';
import { MalformedRequestError } from '../../common/errors/app-error';
import { Allow, CurrentTenant } from '../../tenancy/access.decorators';
import { getResourceDtos } from '../../crud/resource-dtos';
import { createReadController, ResourceController } from '../../crud/crud-controller';
import type { Tenant } from '../../tenancy/tenant';
import { EvidenceRecord } from './evidence.entity';
import { RevocationRecord } from './revocation.entity';
import { RevocationsService } from './revocations.service';
import { SkillEvidenceService } from './skill-evidence.service';
import { Approval, EvidenceRowDto, EvidenceWrite, Objection, RevocationEnd, RevocationWrite } from './skill-ledger.dto';
import { fieldError } from '../../common/errors/field-error';

/** @throws MalformedRequestError for other values than `me` */
function isAwaitingMe(waiting_for: RawQuery[string]): boolean {
  if (waiting_for !== undefined && waiting_for !== 'me')
    throw new MalformedRequestError('waiting_for is "me".', {
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
    @Res({ passthrough: true }) answer: HeaderWriter,
  ) {
    const { waiting_for, ...rest } = query;
    const awaitingMe = isAwaitingMe(waiting_for);
    return respondWithPage(answer, await this.service.list(tenant, parseListQuery(skillEvidence, rest), awaitingMe));
  }

  /** Record evidence: kinds assessment, certificate, prior and import by admins; kind self by users for themselves. */
  @Post()
  @Allow(...skillEvidence.write)
  @ApiRow(EvidenceRowDto, 201)
  record(@CurrentTenant() tenant: Tenant, @Body() body: EvidenceWrite) {
    return this.service.create(tenant, body);
  }

  /** Approve evidence, so that it counts: admins, or the person’s manager if the skill allows it. */
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

  /** Void evidence that was recorded by mistake, so that it never counted. */
  @Post(':id/void')
  @HttpCode(200)
  @Allow('admin')
  @ApiRow(EvidenceRowDto)
  void(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: Objection) {
    return this.service.void(tenant, id, body.reason);
  }
}

const { row: RevocationRow } = getResourceDtos(RevocationRecord);

@ResourceController(RevocationRecord)
export class RevocationsController extends createReadController(RevocationRecord, RevocationsService) {
  /** Withdraw a skill: level 0 from the first to the last day, regardless of evidence. */
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
