import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { AuditEventRow } from '../contract/audit-events.resource';
import { AuditTrail } from '../platform/audit/audit-trail';
import { CsvDownloads } from '../platform/csv-download';
import type { RawQuery } from '../platform/definitions/list-query';
import { auditEntry } from '../tenancy/audit-entry';
import type { Tenant } from '../tenancy/tenant';
import { AuditLog, type AuditFilter } from './audit-log';

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
] as const;

/**
 * The audit log as CSV: what the list would show under the same filters, all pages of it, newest first, in one statement.
 * That somebody took it along is an event itself.
 */
@Injectable()
export class AuditExport {
  constructor(
    private readonly log: AuditLog,
    private readonly audit: AuditTrail,
    private readonly downloads: CsvDownloads,
  ) {}

  csv(tenant: Tenant, where: AuditFilter, asked: RawQuery): Promise<Readable> {
    const parts = this.log.exported(tenant, where);
    return this.downloads.open({ what: 'list', columns: [...COLUMNS, 'was', 'became'], parts, cells: cellsOf }, () =>
      this.audit.record(auditEntry(tenant, 'audit-event.export', undefined, null, { filters: asked })),
    );
  }
}

const cellsOf = (event: AuditEventRow): (string | number | null)[] => [
  ...COLUMNS.map((name) => event[name]),
  ...[event.was, event.became].map((facts) => facts && JSON.stringify(facts)),
];
