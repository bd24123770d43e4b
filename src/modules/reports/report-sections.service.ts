import { Injectable } from '@nestjs/common';
import type { ExportSection } from '../exports/export-file.factory';
import type { RowBatches } from '../../common/documents/table';
import { idFromBytes } from '../../common/ids';
import { visibleRowsSql } from '../../tenancy/row-visibility';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';
import { PDF_COLUMNS_MAX, PDF_ROWS_MAX } from './report.errors';

/** Department names of the visible staff, by staff id. */
export type Departments = ReadonlyMap<string, string>;

/** Splits a report that is too large for one PDF into one document per department. */
@Injectable()
export class ReportSectionsService {
  constructor(private readonly queries: TenantQueries) {}

  async departments(tenant: Tenant): Promise<Departments> {
    const names = new Map<string, string>();
    const sql = `SELECT s.staff_id AS staff_id, d.name AS name FROM staff s JOIN department d ON d.customer_id = :customer_id AND d.department_id = s.department_id
      WHERE s.customer_id = :customer_id AND d.customer_id = :customer_id${visibleRowsSql(tenant, 's.staff_id')}`;
    const addName = ({ staff_id, name }: { staff_id: Uint8Array; name: string }) =>
      names.set(idFromBytes(staff_id), name);
    await this.queries.each(tenant, sql, {}, addName);
    return names;
  }
}

interface SectionGrouping<R> {
  readonly label: string;
  /** undefined: no group. */
  readonly nameOf: (row: R) => string | undefined;
}

/**
 * Groups sorted by name, rows without a group last; each group is split into pieces that fit into a document.
 * @param columns number of skill columns; more columns mean fewer rows per piece
 */
export async function* splitIntoSections<R>(
  rows: readonly R[],
  { label, nameOf }: SectionGrouping<R>,
  toPieces: (rows: readonly R[]) => RowBatches,
  columns = 0,
): AsyncGenerator<ExportSection> {
  const maxRows = Math.max(
    1,
    Math.min(PDF_ROWS_MAX, Math.floor((PDF_ROWS_MAX * PDF_COLUMNS_MAX) / Math.max(1, columns))),
  );
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
    for (let from = 0; from < group.length; from += maxRows)
      yield { label, name: name ?? NO_GROUP_NAME, parts: toPieces(group.slice(from, from + maxRows)) };
  }
}

const NO_GROUP_NAME = '–';
