import type { Day } from '../platform/calendar';
import { idFromBytes } from '../platform/ids';
import { employedSql } from '../staff/employed';
import type { QueryValue, TenantCondition } from '../tenancy/tenant-queries';
import { bytesKey } from './bytes-key';
import { neededStaffCondition } from './needed-staff';

export interface StaffHead {
  id: string;
  key: string;
  staff_code: string;
  first_name: string;
  last_name: string;
  /** The id of the job role as `HEX` writes it. */
  role_key: string | null;
  /** Any of them makes them active; both ends inclusive, null: it goes on. */
  employments: { from_date: Day; to_date: Day | null }[];
  /** Of the employment that the closing day falls in, or the last one before it. */
  last_active_day: Day | null;
}
export interface SkillHead {
  id: string;
  key: string;
  skill_code: string;
  name: string;
  skill_group: string | null;
  min_level: number;
  required_headcount: number | null;
  critical: boolean;
}
export interface AxesFilter {
  /** Active on one of these days (opening and closing; the same when there is no opening). */
  opening: Day;
  on: Day;
  staff_id?: string | undefined;
  /** The asker's scope on `s.staff_id` (tenancy/seen.ts). */
  seen: string;
  skill_id?: string | undefined;
  skill_key?: string | undefined;
  /**
   * Only staff of whom something is required on the closing day, or (the condition of
   * trainings/due-dates.ts) who have something overdue then.
   */
  need?: 'target' | TenantCondition | undefined;
  /** Of a part: who stands in its rows, in that order, found before (`orderQuery`). */
  row_id?: readonly string[] | undefined;
}
export interface Axes {
  staff: StaffHead[];
  skills: SkillHead[];
  /** Of the whole axes, when a part was asked for. */
  row_count: number;
  column_count: number;
}
export interface AxisRow {
  part: string;
  id: Uint8Array | null;
  code: string | null;
  name: string | null;
  more: string | null;
  sort_a: string | null;
  sort_b: string | null;
  job_role_id: Uint8Array | null;
  from_date: Day | null;
  to_date: Day | null;
  min_level: number;
  headcount: number | null;
  critical: number;
}

/** Within one of their employments on the closing day, or on the opening. */
const EMPLOYED = `(${employedSql('on')} OR ${employedSql('opening')})`;

/** Both axes in one statement. Who is named by id is found also when no longer active. */
export function axesQuery(filter: AxesFilter): { sql: string; values: Record<string, QueryValue> } {
  const { row_id } = filter;
  const rows = row_id ? 's.staff_id IN (:row_id)' : rowsOf(filter);
  const people = `SELECT 'staff' AS part, s.staff_id AS id, s.staff_code AS code, s.first_name AS name, s.last_name AS more, s.last_name_sort AS sort_a, s.first_name_sort AS sort_b, s.job_role_id AS job_role_id, s.joined AS from_date, s.last_active_day AS to_date, 0 AS min_level, NULL AS headcount, 0 AS critical FROM staff s WHERE s.customer_id = :customer_id AND ${rows}`;
  const skills = `SELECT 'skill' AS part, k.skill_id AS id, k.skill_code AS code, k.name AS name, k.skill_group AS more, k.skill_group AS sort_a, k.name_sort AS sort_b, NULL AS job_role_id, NULL AS from_date, NULL AS to_date, k.min_level AS min_level, k.required_headcount AS headcount, k.critical AS critical FROM skill k WHERE k.customer_id = :customer_id AND ${columnsOf(filter)}`;
  const ofWhom = row_id ? ' AND q.staff_id IN (:row_id)' : filter.staff_id ? ' AND q.staff_id = :staff_id' : '';
  const earlier = `SELECT 'earlier', q.staff_id, NULL, NULL, NULL, NULL, NULL, NULL, q.from_date, q.to_date, 0, NULL, 0 FROM past_employment q WHERE q.customer_id = :customer_id AND q.from_date <= :on${ofWhom}`;
  return {
    sql: [people, skills, earlier].join(' UNION ALL '),
    values: { ...valuesOf(filter), ...(row_id && { row_id }) },
  };
}

/** Who stands in the rows of a matrix that is read in parts, all of them. */
export function orderQuery(filter: AxesFilter): { sql: string; values: Record<string, QueryValue> } {
  const sql = `SELECT s.staff_id AS id FROM staff s WHERE s.customer_id = :customer_id AND ${rowsOf(filter)} ORDER BY s.last_name_sort, s.first_name_sort, s.staff_id`;
  return { sql, values: valuesOf(filter) };
}

function rowsOf(filter: AxesFilter): string {
  const staff = filter.staff_id ? 's.staff_id = :staff_id' : EMPLOYED;
  if (!filter.need) return `${staff}${filter.seen}`;
  const isOverdue = filter.need === 'target' ? undefined : filter.need.sql;
  return `${staff}${filter.seen} AND ${neededStaffCondition(columnsOf(filter), isOverdue)}`;
}

function columnsOf({ skill_id, skill_key }: AxesFilter): string {
  if (skill_id) return 'k.skill_id = :skill_id';
  return skill_key === undefined ? "k.status = 'active'" : 'k.skill_code_key = :skill_key';
}

function valuesOf({ on, opening, staff_id, skill_id, skill_key, need }: AxesFilter): Record<string, QueryValue> {
  return {
    ...{ on, opening },
    ...(typeof need === 'object' && need.values),
    ...(staff_id && { staff_id }),
    ...(skill_id && { skill_id }),
    ...(skill_key !== undefined && { skill_key }),
  };
}

/** Takes rows of the statement as they come. */
export class AxisRows {
  private readonly staff: AxisRow[] = [];
  private readonly skills: AxisRow[] = [];
  private readonly earlier = new Map<string, AxisRow[]>();

  take(row: AxisRow): void {
    if (row.part === 'staff') this.staff.push(row);
    else if (row.part === 'skill') this.skills.push(row);
    else {
      const key = bytesKey(row.id!);
      const known = this.earlier.get(key);
      if (known) known.push(row);
      else this.earlier.set(key, [row]);
    }
  }

  /** In the order of the report: staff by name, skills by group and name. */
  axes(on: Day): Axes {
    const people = this.staff.toSorted(bySortColumns);
    const staff = people.map((row) => staffHead(row, this.earlier.get(bytesKey(row.id!)) ?? [], on));
    const skills = this.skills.toSorted(bySortColumns).map(skillHead);
    return { staff, skills, row_count: staff.length, column_count: skills.length };
  }
}

/** Of both axes what stands in a part: rows as they were ordered, columns from one to another. */
export function partOf(
  { staff, skills }: Axes,
  row_id: readonly string[],
  row_count: number,
  [first, count]: readonly [number, number],
): Axes {
  const heads = new Map(staff.map((head) => [head.id, head]));
  return {
    staff: row_id.flatMap((id) => heads.get(id) ?? []),
    skills: skills.slice(first, first + count),
    row_count,
    column_count: skills.length,
  };
}

export function isActive(staff: StaffHead, on: Day): boolean {
  return staff.employments.some(({ from_date, to_date }) => from_date <= on && (to_date === null || on <= to_date));
}

/** What has no group comes last. */
function bySortColumns(a: AxisRow, b: AxisRow): number {
  if (a.sort_a !== b.sort_a) {
    if (a.sort_a === null) return 1;
    if (b.sort_a === null) return -1;
    return a.sort_a < b.sort_a ? -1 : 1;
  }
  if (a.sort_b !== b.sort_b) return (a.sort_b ?? '') < (b.sort_b ?? '') ? -1 : 1;
  return bytesKey(a.id!) < bytesKey(b.id!) ? -1 : 1;
}

function staffHead(row: AxisRow, earlier: readonly AxisRow[], on: Day): StaffHead {
  const employments = [row, ...earlier].map(({ from_date, to_date }) => ({ from_date: from_date!, to_date }));
  const begun = employments.filter(({ from_date }) => from_date <= on);
  const latest = begun.toSorted((a, b) => (a.from_date > b.from_date ? -1 : 1))[0] ?? employments[0]!;
  return {
    id: idFromBytes(row.id!),
    key: bytesKey(row.id!),
    staff_code: row.code!,
    first_name: row.name!,
    last_name: row.more!,
    role_key: row.job_role_id && Buffer.from(row.job_role_id).toString('hex').toUpperCase(),
    employments,
    last_active_day: latest.to_date,
  };
}

function skillHead(row: AxisRow): SkillHead {
  return {
    id: idFromBytes(row.id!),
    key: bytesKey(row.id!),
    skill_code: row.code!,
    name: row.name!,
    skill_group: row.more,
    min_level: Number(row.min_level),
    required_headcount: row.headcount === null ? null : Number(row.headcount),
    critical: Number(row.critical) === 1,
  };
}
