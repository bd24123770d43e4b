import type { Day } from '../../common/calendar';
import { idFromBytes } from '../../common/ids';
import { employedSql } from '../staff/employed';
import type { QueryValue, TenantCondition } from '../../tenancy/tenant-queries';
import { bytesKey } from './bytes-key';
import { neededStaffCondition } from './targeted-staff';

export interface StaffHeader {
  id: string;
  key: string;
  staff_code: string;
  first_name: string;
  last_name: string;
  /** Job role id in the format of the SQL function HEX. */
  role_key: string | null;
  /** Both ends inclusive; null: open-ended. */
  employments: { from_date: Day; to_date: Day | null }[];
  /** Of the employment on the closing day, or the last one before it. */
  last_active_day: Day | null;
}
export interface SkillHeader {
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
  /** Staff active on `opening` or `on`; both are the same for reports without an opening. */
  opening: Day;
  on: Day;
  staff_id?: string | undefined;
  /** Visibility condition on `s.staff_id` (tenancy/row-visibility.ts). */
  visibleCondition: string;
  skill_id?: string | undefined;
  skill_key?: string | undefined;
  /** Only staff with a target on the closing day or, with a condition of modules/trainings/due-status.query.ts, with overdue ones. */
  need?: 'target' | TenantCondition | undefined;
  /** Staff of a part, in row order (`rowOrderQuery`). */
  row_id?: readonly string[] | undefined;
}
export interface Axes {
  staff: StaffHeader[];
  skills: SkillHeader[];
  /** Counts of the complete axes, also for a part. */
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

/** Employed on the closing day or on the opening day. */
const EMPLOYED = `(${employedSql('on')} OR ${employedSql('opening')})`;

/** Both axes in one statement. A staff filter also finds inactive staff. */
export function axesQuery(filter: AxesFilter): { sql: string; values: Record<string, QueryValue> } {
  const { row_id } = filter;
  const rowsSql = row_id ? 's.staff_id IN (:row_id)' : rowsCondition(filter);
  const staffSql = `SELECT 'staff' AS part, s.staff_id AS id, s.staff_code AS code, s.first_name AS name, s.last_name AS more, s.last_name_sort AS sort_a, s.first_name_sort AS sort_b, s.job_role_id AS job_role_id, s.joined AS from_date, s.last_active_day AS to_date, 0 AS min_level, NULL AS headcount, 0 AS critical FROM staff s WHERE s.customer_id = :customer_id AND ${rowsSql}`;
  const skillsSql = `SELECT 'skill' AS part, k.skill_id AS id, k.skill_code AS code, k.name AS name, k.skill_group AS more, k.skill_group AS sort_a, k.name_sort AS sort_b, NULL AS job_role_id, NULL AS from_date, NULL AS to_date, k.min_level AS min_level, k.required_headcount AS headcount, k.critical AS critical FROM skill k WHERE k.customer_id = :customer_id AND ${columnsCondition(filter)}`;
  const employmentCondition = row_id
    ? ' AND q.staff_id IN (:row_id)'
    : filter.staff_id
      ? ' AND q.staff_id = :staff_id'
      : '';
  const pastEmploymentsSql = `SELECT 'earlier', q.staff_id, NULL, NULL, NULL, NULL, NULL, NULL, q.from_date, q.to_date, 0, NULL, 0 FROM past_employment q WHERE q.customer_id = :customer_id AND q.from_date <= :on${employmentCondition}`;
  return {
    sql: [staffSql, skillsSql, pastEmploymentsSql].join(' UNION ALL '),
    values: { ...queryValues(filter), ...(row_id && { row_id }) },
  };
}

/** Ids of all rows in report order, for a matrix that is read in parts. */
export function rowOrderQuery(filter: AxesFilter): { sql: string; values: Record<string, QueryValue> } {
  const sql = `SELECT s.staff_id AS id FROM staff s WHERE s.customer_id = :customer_id AND ${rowsCondition(filter)} ORDER BY s.last_name_sort, s.first_name_sort, s.staff_id`;
  return { sql, values: queryValues(filter) };
}

function rowsCondition(filter: AxesFilter): string {
  const staffCondition = filter.staff_id ? 's.staff_id = :staff_id' : EMPLOYED;
  if (!filter.need) return `${staffCondition}${filter.visibleCondition}`;
  const overdueCondition = filter.need === 'target' ? undefined : filter.need.sql;
  return `${staffCondition}${filter.visibleCondition} AND ${neededStaffCondition(columnsCondition(filter), overdueCondition)}`;
}

function columnsCondition({ skill_id, skill_key }: AxesFilter): string {
  if (skill_id) return 'k.skill_id = :skill_id';
  return skill_key === undefined ? "k.status = 'active'" : 'k.skill_code_key = :skill_key';
}

function queryValues({ on, opening, staff_id, skill_id, skill_key, need }: AxesFilter): Record<string, QueryValue> {
  return {
    on,
    opening,
    ...(typeof need === 'object' && need.values),
    ...(staff_id && { staff_id }),
    ...(skill_id && { skill_id }),
    ...(skill_key !== undefined && { skill_key }),
  };
}

/** Collects the rows of `axesQuery` in any order. */
export class AxisRowCollector {
  private readonly staff: AxisRow[] = [];
  private readonly skills: AxisRow[] = [];
  private readonly pastEmployments = new Map<string, AxisRow[]>();

  add(row: AxisRow): void {
    if (row.part === 'staff') this.staff.push(row);
    else if (row.part === 'skill') this.skills.push(row);
    else {
      const key = bytesKey(row.id!);
      const employments = this.pastEmployments.get(key);
      if (employments) employments.push(row);
      else this.pastEmployments.set(key, [row]);
    }
  }

  /** Sorted in report order: staff by name, skills by group and name. */
  toAxes(on: Day): Axes {
    const staffRows = this.staff.toSorted(compareAxisRows);
    const staff = staffRows.map((row) => toStaffHeader(row, this.pastEmployments.get(bytesKey(row.id!)) ?? [], on));
    const skills = this.skills.toSorted(compareAxisRows).map(toSkillHeader);
    return { staff, skills, row_count: staff.length, column_count: skills.length };
  }
}

/** The axes of a part. @param row_id staff in row order */
export function selectPart(
  { staff, skills }: Axes,
  row_id: readonly string[],
  row_count: number,
  [first, count]: readonly [number, number],
): Axes {
  const staffById = new Map(staff.map((head) => [head.id, head]));
  return {
    staff: row_id.flatMap((id) => staffById.get(id) ?? []),
    skills: skills.slice(first, first + count),
    row_count,
    column_count: skills.length,
  };
}

export function isActive(staff: StaffHeader, on: Day): boolean {
  return staff.employments.some(({ from_date, to_date }) => from_date <= on && (to_date === null || on <= to_date));
}

/** Skills without a group come last. */
function compareAxisRows(a: AxisRow, b: AxisRow): number {
  if (a.sort_a !== b.sort_a) {
    if (a.sort_a === null) return 1;
    if (b.sort_a === null) return -1;
    return a.sort_a < b.sort_a ? -1 : 1;
  }
  if (a.sort_b !== b.sort_b) return (a.sort_b ?? '') < (b.sort_b ?? '') ? -1 : 1;
  return bytesKey(a.id!) < bytesKey(b.id!) ? -1 : 1;
}

function toStaffHeader(row: AxisRow, pastEmployments: readonly AxisRow[], on: Day): StaffHeader {
  const employments = [row, ...pastEmployments].map(({ from_date, to_date }) => ({ from_date: from_date!, to_date }));
  const started = employments.filter(({ from_date }) => from_date <= on);
  const latest = started.toSorted((a, b) => (a.from_date > b.from_date ? -1 : 1))[0] ?? employments[0]!;
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

function toSkillHeader(row: AxisRow): SkillHeader {
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
