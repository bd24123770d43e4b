import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { auditEvents } from '../../contract/audit-events.resource';
import { ApiList, ApiRow } from '../../infrastructure/rest/api-list';
import { IdParam } from '../../common/rest/id-param';
import type { RawQuery } from '../../infrastructure/rest/list-query';
import { respondWithPage, type HeaderWriter } from '../../common/rest/page-response';
import { Allow, CurrentTenant } from '../../tenancy/access.decorators';
import type { Tenant } from '../../tenancy/tenant';
import { AuditEventRowDto, AuditEventAnswerDto } from './audit.dto';
import { AuditLogService, parseAuditRequest } from './audit-log.service';

@ApiTags('Audit events')
@Controller('api/audit-events')
export class AuditEventsController {
  constructor(private readonly auditLog: AuditLogService) {}

  @Get()
  @Allow(...auditEvents.read)
  @ApiOperation({ summary: 'List audit events: of the own organisation; for platform staff of all, or of customer_id' })
  @ApiList(auditEvents, AuditEventRowDto)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Query() query: RawQuery,
    @Res({ passthrough: true }) response: HeaderWriter,
  ) {
    return respondWithPage(response, await this.auditLog.page(tenant, parseAuditRequest(query)));
  }

  @Get(':id')
  @Allow(...auditEvents.read)
  @ApiRow(AuditEventAnswerDto)
  one(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.auditLog.one(tenant, id);
  }
}
