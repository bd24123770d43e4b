import type { Readable } from 'node:stream';
import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { auditEvents } from '../../contract/audit-events.resource';
import { LIST_FORMATS } from '../../contract/exports';
import type { JobStartedResponse } from '../../contract/job.responses';
import { answerExport, ApiFile } from '../exports/export.controller';
import { ApiFilters } from '../../infrastructure/rest/api-list';
import type { RawQuery } from '../../infrastructure/rest/list-query';
import { Allow, CurrentTenant } from '../../tenancy/access.decorators';
import { ReadFromReplica } from '../../tenancy/replica-read.interceptor';
import type { Tenant } from '../../tenancy/tenant';
import { AuditExportService } from './audit-export.service';

/** A read with GET, but protected like a write, because each export is an audit event. */
@ApiTags('Audit events')
@Controller('api/exports/audit-events')
@ReadFromReplica()
export class AuditExportController {
  constructor(private readonly exportService: AuditExportService) {}

  @Get()
  @Allow(...auditEvents.read)
  @ApiOperation({
    summary:
      'Export the filtered events as CSV or XLSX, newest first: of the own organisation; for platform staff of all',
  })
  @ApiFilters(auditEvents)
  @ApiFile(LIST_FORMATS)
  async download(
    @CurrentTenant() tenant: Tenant,
    @Query() query: RawQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Readable | JobStartedResponse> {
    return answerExport(reply, await this.exportService.request(tenant, query));
  }
}
