import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { auditEvents } from '../contract/audit-events.resource';
import { ApiList, ApiRow } from '../platform/definitions/api-list';
import { IdParam } from '../platform/definitions/id-param';
import type { RawQuery } from '../platform/definitions/list-query';
import { answerPage, type Answer } from '../platform/definitions/page-answer';
import { Allow, CurrentTenant } from '../tenancy/access';
import type { Tenant } from '../tenancy/tenant';
import { AuditEventRowDto, AuditEventAnswerDto } from './audit.dto';
import { AuditLog, auditRequest } from './audit-log';

@ApiTags('Audit events')
@Controller('api/audit-events')
export class AuditEventsController {
  constructor(private readonly log: AuditLog) {}

  @Get()
  @Allow(...auditEvents.read)
  @ApiOperation({ summary: 'List audit events: of the own organisation; for platform staff of all, or of customer_id' })
  @ApiList(auditEvents, AuditEventRowDto)
  async list(@CurrentTenant() tenant: Tenant, @Query() query: RawQuery, @Res({ passthrough: true }) answer: Answer) {
    return answerPage(answer, await this.log.page(tenant, auditRequest(query)));
  }

  @Get(':id')
  @Allow(...auditEvents.read)
  @ApiRow(AuditEventAnswerDto)
  one(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.log.one(tenant, id);
  }
}
