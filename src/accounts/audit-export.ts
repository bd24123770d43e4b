import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { AuditEventRow } from '../contract/audit-events.resource';
import { AuditTrail } from '../platform/audit/audit-trail';
import { breathing } from '../platform/breath';
import { BYTE_ORDER_MARK, csvLines } from '../platform/csv';
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
 * The audit log as CSV: what the list would show under the same filters, all pages of it, newest first. Read and sent
 * part by part, so that no number of events fills the memory; that somebody took it along is an event itself.
 */
@Injectable()
export class AuditExport {
  constructor(
    private readonly log: AuditLog,
    private readonly audit: AuditTrail,
  ) {}

  /** The first part is read before the answer begins: what refuses it still has a status. */
  async csv(tenant: Tenant, where: AuditFilter, asked: RawQuery): Promise<Readable> {
    const parts = this.log.parts(tenant, where);
    const first = await parts.next();
    await this.audit.record(auditEntry(tenant, 'audit-event.export', undefined, null, { filters: asked }));
    return Readable.from(textOf(first.done ? [] : first.value, parts));
  }
}

async function* textOf(
  first: readonly AuditEventRow[],
  others: AsyncGenerator<readonly AuditEventRow[]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLines([[...COLUMNS, 'was', 'became']]) + csvLines(first.map(cellsOf));
  for await (const part of breathing(others)) yield csvLines(part.map(cellsOf));
}

const cellsOf = (event: AuditEventRow): (string | number | null)[] => [
  ...COLUMNS.map((name) => event[name]),
  ...[event.was, event.became].map((facts) => facts && JSON.stringify(facts)),
];
