import { Injectable } from '@nestjs/common';
import type { Section } from '../exports/document-maker';
import type { Parts } from '../platform/documents/table';
import { idFromBytes } from '../platform/ids';
import { seenSql } from '../tenancy/seen';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import { PAGES_COLUMNS, PAGES_ROWS } from './report.errors';

/** What the asker's people belong to; whoever belongs nowhere is not in it. */
export type Departments = ReadonlyMap<string, string>;

/** A report too large for one document: one of each department (reports.md §4, Export). */
@Injectable()
export class ReportSections {
  constructor(private readonly queries: TenantQueries) {}

  async departments(tenant: Tenant): Promise<Departments> {
    const names = new Map<string, string>();
    const sql = `SELECT s.staff_id AS staff_id, d.name AS name FROM staff s JOIN department d ON d.customer_id = :customer_id AND d.department_id = s.department_id
      WHERE s.customer_id = :customer_id AND d.customer_id = :customer_id${seenSql(tenant, 's.staff_id')}`;
    const take = ({ staff_id, name }: { staff_id: Uint8Array; name: string }) => names.set(idFromBytes(staff_id), name);
    await this.queries.each(tenant, sql, {}, take);
    return names;
  }
}

/** How rows are told apart. */
interface By<R> {
  readonly label: string;
  /** undefined: it belongs nowhere. */
  readonly nameOf: (row: R) => string | undefined;
}

/**
 * In the order of the names, those without one last; each in pieces that a document has room for.
 * @param columns of them that are skills: the more there are, the fewer rows
 */
export async function* sectionsOf<R>(
  rows: readonly R[],
  { label, nameOf }: By<R>,
  partsOf: (rows: readonly R[]) => Parts,
  columns = 0,
): AsyncGenerator<Section> {
  const most = Math.max(1, Math.min(PAGES_ROWS, Math.floor((PAGES_ROWS * PAGES_COLUMNS) / Math.max(1, columns))));
  const groups = new Map<string | undefined, R[]>();
  for (const row of rows) {
    const name = nameOf(row);
    const group = groups.get(name);
    if (group) group.push(row);
    else groups.set(name, [row]);
  }
  const names = [...groups.keys()].toSorted((a, b) =>
    a === undefined || b === undefined ? Number(a === undefined) - Number(b === undefined) : a < b ? -1 : 1,
  );
  for (const name of names) {
    const group = groups.get(name)!;
    for (let from = 0; from < group.length; from += most)
      yield { label, name: name ?? NOWHERE, parts: partsOf(group.slice(from, from + most)) };
  }
}

const NOWHERE = '–';
