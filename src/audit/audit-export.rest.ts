import type { Readable } from 'node:stream';
import { Controller, Get, Query, Res, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { auditEvents } from '../contract/audit-events.resource';
import { Clock } from '../platform/clock';
import { ApiFilters } from '../platform/definitions/api-list';
import type { RawQuery } from '../platform/definitions/list-query';
import type { Answer } from '../platform/definitions/page-answer';
import { Malformed } from '../platform/errors/app-error';
import { SameSiteGuard } from '../platform/http/same-site.guard';
import { iso } from '../platform/definitions/row';
import { Allow, CurrentTenant } from '../tenancy/access';
import type { Tenant } from '../tenancy/tenant';
import { AuditExport } from './audit-export';
import { auditFilter, type AuditFilter } from './audit-log';
import { fieldError } from '../platform/errors/field-error';

/** A GET, because it reads; guarded like one that changes something, because the log tells of it. */
@ApiTags('Audit events')
@Controller('api/exports/audit-events')
export class AuditExportRest {
  constructor(
    private readonly exporting: AuditExport,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Allow(...auditEvents.read)
  @UseGuards(SameSiteGuard)
  @ApiOperation({ summary: 'The filtered events as CSV, newest first: the own organisation’s; for platform staff all' })
  @ApiFilters(auditEvents)
  @ApiProduces('text/csv')
  @ApiOkResponse({ description: 'One event a line.', schema: { type: 'string' } })
  async download(
    @CurrentTenant() tenant: Tenant,
    @Query() query: RawQuery,
    @Res({ passthrough: true }) answer: Answer,
  ): Promise<Readable> {
    const csv = await this.exporting.csv(tenant, filtersOf(query), query);
    const day = iso(this.clock.now()).slice(0, 10);
    answer.header('Content-Type', 'text/csv; charset=utf-8');
    answer.header('Content-Disposition', `attachment; filename="audit-events-${day}.csv"`);
    return csv;
  }
}

/** An export has all rows and an order of its own. */
function filtersOf(query: RawQuery): AuditFilter {
  for (const key of ['_start', '_end', '_sort', '_order']) {
    if (query[key] !== undefined) {
      const message = `An export has all rows, newest first: leave ${key} out.`;
      throw new Malformed(message, { [key]: [fieldError('query', message)] });
    }
  }
  return auditFilter(query);
}
