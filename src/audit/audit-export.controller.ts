import type { Readable } from 'node:stream';
import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { auditEvents } from '../contract/audit-events.resource';
import { LIST_FORMATS } from '../contract/exports';
import type { JobStarted } from '../contract/job-answers';
import { answerExport, ApiFile } from '../exports/export.controller';
import { ApiFilters } from '../platform/definitions/api-list';
import type { RawQuery } from '../platform/definitions/list-query';
import { Allow, CurrentTenant } from '../tenancy/access';
import { ReadsReplica } from '../tenancy/reads-replica.interceptor';
import type { Tenant } from '../tenancy/tenant';
import { AuditExport } from './audit-export';

/** A GET, because it reads; guarded like one that changes something, because the log tells of it. */
@ApiTags('Audit events')
@Controller('api/exports/audit-events')
@ReadsReplica()
export class AuditExportController {
  constructor(private readonly exporting: AuditExport) {}

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
    @Res({ passthrough: true }) answer: FastifyReply,
  ): Promise<Readable | JobStarted> {
    return answerExport(answer, await this.exporting.order(tenant, query));
  }
}
