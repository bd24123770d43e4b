import { Injectable, type OnModuleInit } from '@nestjs/common';
import { auditEvents, type AuditEventRow } from '../../contract/audit-events.resource';
import { exportableFields, LIST_FORMATS } from '../../contract/exports';
import type { JobStartedResponse } from '../../contract/job.responses';
import { parseExportQuery } from '../exports/export-query';
import type { ExportContent } from '../exports/export-file.factory';
import { ExportsService, type ExportContext } from '../exports/exports.service';
import { buildListColumns, type ListColumn } from '../exports/list-columns';
import { describeFilters } from '../exports/list-export.service';
import type { DownloadFile } from '../../common/rest/file-response';
import type { RawQuery } from '../../infrastructure/rest/list-query';
import { MalformedRequestError } from '../../common/errors/app-error';
import { fieldError } from '../../common/errors/field-error';
import type { Tenant } from '../../tenancy/tenant';
import { AuditLogService, parseAuditRequest, type AuditRequest } from './audit-log.service';

/** Columns of the CSV for programs, under their API names. */
const COLUMNS = [
  'at',
  'who',
  'who_name',
  'role',
  'action',
  'subject_type',
  'subject_id',
  'subject_name',
  'address',
  'request_id',
  'customer_id',
  'was',
  'became',
] as const satisfies readonly (keyof AuditEventRow)[];

/** Exports the audit log with the filters of its list, newest first. Each export is an audit event itself. */
@Injectable()
export class AuditExportService implements OnModuleInit {
  constructor(
    private readonly log: AuditLogService,
    private readonly exportsService: ExportsService,
  ) {}

  onModuleInit(): void {
    this.exportsService.register(auditEvents.name, {
      read: auditEvents.read,
      buildContent: (context) => this.buildContent(context),
    });
  }

  /** @throws MalformedRequestError, TooSlowError, TooManyExportsError */
  request(tenant: Tenant, query: RawQuery): Promise<DownloadFile | JobStartedResponse> {
    const { format, language, csv_for } = parseExportQuery(query, LIST_FORMATS, []);
    return this.exportsService.request(tenant, { source: auditEvents.name, query, format, language, csv_for });
  }

  private async buildContent({ tenant, query, format, csv_for, texts, mode }: ExportContext): Promise<ExportContent> {
    const { listQuery } = parseExportQuery(query, LIST_FORMATS, []);
    const request = parseExportAuditRequest(listQuery);
    const columns = exportColumns({ format, csv_for, texts });
    return {
      name: auditEvents.name,
      title: texts.get('audit-events.title'),
      columns,
      frozen: 1,
      facts: describeFilters(auditEvents, listQuery, texts),
      parts: rowsOf(this.log.streamAll(tenant, request.where), columns),
      // Only jobs show progress. Searches are not counted.
      total: mode === 'job' && !listQuery['q'] ? await this.countTotal(tenant, request) : null,
      workload: 'list',
      auditPayload: { filters: listQuery },
    };
  }

  /** Count as in the list; null: not counted exactly. */
  private async countTotal(tenant: Tenant, request: AuditRequest): Promise<number | null> {
    const { total, exact } = await this.log.page(tenant, { ...request, limit: 1 });
    return exact === false ? null : total;
  }
}

function exportColumns({
  format,
  csv_for,
  texts,
}: Pick<ExportContext, 'format' | 'csv_for' | 'texts'>): readonly ListColumn[] {
  if (format === 'csv' && !csv_for) return COLUMNS.map((name) => exportColumn(name));
  const columns = buildListColumns(auditEvents, exportableFields(auditEvents), texts, new Map());
  const changeColumns = (['was', 'became'] as const).map((name) =>
    exportColumn(name, texts.get(`audit-events.changes.${name}`)),
  );
  return format === 'csv' ? [...columns, ...changeColumns] : columns;
}

const exportColumn = (name: (typeof COLUMNS)[number], head: string = name): ListColumn => ({
  head,
  kind: name === 'at' ? 'instant' : 'text',
  cell: (event) => {
    const value = event[name] as AuditEventRow[typeof name];
    return typeof value === 'object' ? value && JSON.stringify(value) : value;
  },
});

/** Rejects sorting: an export has all rows, newest first. */
function parseExportAuditRequest(query: RawQuery): AuditRequest {
  for (const key of ['_sort', '_order']) {
    if (query[key] === undefined) continue;
    const message = `An export contains all rows, newest first. Remove ${key}.`;
    throw new MalformedRequestError(message, { [key]: [fieldError('query', message)] });
  }
  return parseAuditRequest(query);
}

async function* rowsOf(parts: AsyncGenerator<readonly AuditEventRow[]>, columns: readonly ListColumn[]) {
  for await (const events of parts) yield events.map((event) => columns.map(({ cell }) => cell(event)));
}
