import { Injectable, type OnModuleInit } from '@nestjs/common';
import { auditEvents, type AuditEventRow } from '../contract/audit-events.resource';
import { exportableFields, LIST_FORMATS } from '../contract/exports';
import type { JobStarted } from '../contract/job-answers';
import { askedExport } from '../exports/asked-export';
import type { Written } from '../exports/document-maker';
import { ExportDesk, type Wish } from '../exports/export-desk';
import { listColumns, type ListColumn } from '../exports/list-columns';
import { questionOf } from '../exports/list-export';
import type { WholeFile } from '../platform/definitions/file-answer';
import type { RawQuery } from '../platform/definitions/list-query';
import { Malformed } from '../platform/errors/app-error';
import { fieldError } from '../platform/errors/field-error';
import type { Tenant } from '../tenancy/tenant';
import { AuditLog, auditRequest, type AuditRequest } from './audit-log';

/** Of the CSV for programs, by the API's own names. */
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

/**
 * The audit log as a file: what the list would show under the same filters, all pages of it, newest first.
 * Spreadsheets, and CSV files for them, use the words of the screens. Each export is an audit event of its own.
 */
@Injectable()
export class AuditExport implements OnModuleInit {
  constructor(
    private readonly log: AuditLog,
    private readonly desk: ExportDesk,
  ) {}

  onModuleInit(): void {
    this.desk.register(auditEvents.name, { read: auditEvents.read, written: (wish) => this.written(wish) });
  }

  /** @throws Malformed, TooSlow, TooManyExports */
  order(tenant: Tenant, query: RawQuery): Promise<WholeFile | JobStarted> {
    const { format, language, csv_for } = askedExport(query, LIST_FORMATS, []);
    return this.desk.order(tenant, { source: auditEvents.name, query, format, language, csv_for });
  }

  private async written({ tenant, query, format, csv_for, words, way }: Wish): Promise<Written> {
    const { rest } = askedExport(query, LIST_FORMATS, []);
    const request = requestOf(rest);
    const columns = columnsOf({ format, csv_for, words });
    return {
      name: auditEvents.name,
      title: words.call('audit-events.title'),
      columns,
      frozen: 1,
      facts: questionOf(auditEvents, rest, words),
      parts: rowsOf(this.log.exported(tenant, request.where), columns),
      // Only for who is told how far it is; of a search nobody counts further than its page.
      total: way === 'job' && !rest['q'] ? await this.totalOf(tenant, request) : null,
      what: 'list',
      asked: { filters: rest },
    };
  }

  /** As the list counts; null: there are more. */
  private async totalOf(tenant: Tenant, request: AuditRequest): Promise<number | null> {
    const { total, exact } = await this.log.page(tenant, { ...request, limit: 1 });
    return exact === false ? null : total;
  }
}

function columnsOf({ format, csv_for, words }: Pick<Wish, 'format' | 'csv_for' | 'words'>): readonly ListColumn[] {
  if (format === 'csv' && !csv_for) return COLUMNS.map((name) => columnOf(name));
  const columns = listColumns(auditEvents, exportableFields(auditEvents), words, new Map());
  const changes = (['was', 'became'] as const).map((name) =>
    columnOf(name, words.call(`audit-events.changes.${name}`)),
  );
  return format === 'csv' ? [...columns, ...changes] : columns;
}

const columnOf = (name: (typeof COLUMNS)[number], head: string = name): ListColumn => ({
  head,
  kind: name === 'at' ? 'instant' : 'text',
  cell: (event) => {
    const value = event[name] as AuditEventRow[typeof name];
    return typeof value === 'object' ? value && JSON.stringify(value) : value;
  },
});

/** An export has all rows and an order of its own. */
function requestOf(query: RawQuery): AuditRequest {
  for (const key of ['_sort', '_order']) {
    if (query[key] === undefined) continue;
    const message = `An export contains all rows, newest first. Remove ${key}.`;
    throw new Malformed(message, { [key]: [fieldError('query', message)] });
  }
  return auditRequest(query);
}

async function* rowsOf(parts: AsyncGenerator<readonly AuditEventRow[]>, columns: readonly ListColumn[]) {
  for await (const events of parts) yield events.map((event) => columns.map(({ cell }) => cell(event)));
}
