import type { Day } from '../platform/calendar';

/** The one filter of all matrix reports (house.md §2). */
export interface MatrixFilter {
  from?: Day | undefined;
  to?: Day | undefined;
  staff_id?: string | undefined;
  skill_id?: string | undefined;
  skill_code?: string | undefined;
  /** Also those who left in the period. */
  leavers?: boolean | undefined;
  /** Targeted: only what is overdue, and who has that. The totals stay those of everybody. */
  overdue?: boolean | undefined;
  /** What is too large to be sent at once is answered by its figures instead of a refusal. */
  beyond?: 'summary' | undefined;
  part?: { rows: readonly [number, number]; columns: readonly [number, number] } | undefined;
}

/** The same without its window: what an answer kept under a name without windows is made of. Pure. */
export const wholeOf = (filter: MatrixFilter): MatrixFilter => ({ ...filter, part: undefined });
