import type { Day } from '../../common/calendar';

/** Filter of all matrix reports. */
export interface MatrixFilter {
  from?: Day | undefined;
  to?: Day | undefined;
  staff_id?: string | undefined;
  skill_id?: string | undefined;
  skill_code?: string | undefined;
  /** Include staff who left in the period. */
  leavers?: boolean | undefined;
  /** Targeted report: show only overdue cells and their staff. The totals still include all cells. */
  overdue?: boolean | undefined;
  /** Answer with totals instead of an error when the matrix is too large. */
  beyond?: 'summary' | undefined;
  part?: { rows: readonly [number, number]; columns: readonly [number, number] } | undefined;
}

/** For answers whose cache key does not contain the part. */
export const withoutPart = (filter: MatrixFilter): MatrixFilter => ({ ...filter, part: undefined });
