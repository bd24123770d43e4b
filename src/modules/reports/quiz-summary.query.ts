import type { Tenant } from '../../tenancy/tenant';
import { attemptScopeSql, submittedAttemptsSql, submittedInPeriodSql, type AttemptFilter } from './quiz-report.query';

export interface TrainingSums {
  training_id: Uint8Array;
  attempts: number;
  passed: number;
  /** Number of people with attempts, and the sum of their best scores. */
  pairs: number;
  best: number;
}
/** Sums per training. The grouping is covered by an index, so that no papers are read. */
export const sumsByTraining = (tenant: Tenant, attemptFilter: AttemptFilter): string =>
  `SELECT g.training_id AS training_id, SUM(g.attempts) AS attempts, SUM(g.passed) AS passed, COUNT(*) AS pairs, SUM(g.best) AS best
 FROM (SELECT a.training_id, COUNT(*) AS attempts, COUNT(CASE WHEN a.result = 'passed' THEN 1 END) AS passed, MAX(COALESCE(a.score_hundredths, 0)) AS best
  FROM attempt a WHERE a.customer_id = :customer_id AND ${submittedAttemptsSql(tenant, attemptFilter, 'together')} GROUP BY a.staff_id, a.training_id) g
 GROUP BY g.training_id`;

export interface TrySums {
  people: number;
  firsts: number;
  firsts_passed: number;
  passes: number;
  tries: number | null;
}
/**
 * Tries are counted within the assignment, including those outside the period, except voided ones. `lo` is the first
 * try submitted in the period, `pass_no` the first one passed in it. attempt_no continues across the assignments of a
 * training: without a `gap` the try number is a difference of attempt_no, otherwise the tries are counted.
 */
export function sumsOfTries(tenant: Tenant, attemptFilter: AttemptFilter): string {
  const inPeriod = submittedInPeriodSql('a');
  return `SELECT COUNT(DISTINCT g.staff_id) AS people, COUNT(CASE WHEN g.lo = g.first_no THEN 1 END) AS firsts, COUNT(CASE WHEN g.pass_no = g.first_no THEN 1 END) AS firsts_passed, COUNT(g.pass_no) AS passes,
 SUM(CASE WHEN g.gap IS NULL OR g.pass_no IS NULL THEN g.pass_no - g.first_no + 1 ELSE
  (SELECT COUNT(*) FROM attempt b WHERE b.customer_id = :customer_id AND b.staff_id = g.staff_id AND b.training_id = g.training_id AND b.assignment_id = g.gap AND b.attempt_no <= g.pass_no AND b.status NOT IN ('voided')) END) AS tries
 FROM (SELECT a.staff_id, a.training_id, MIN(a.attempt_no) AS first_no, MIN(CASE WHEN ${inPeriod} THEN a.attempt_no END) AS lo, MIN(CASE WHEN ${inPeriod} AND a.result = 'passed' THEN a.attempt_no END) AS pass_no, CASE WHEN MAX(a.attempt_no) - MIN(a.attempt_no) >= COUNT(*) THEN a.assignment_id END AS gap
  FROM attempt a WHERE a.customer_id = :customer_id AND ${attemptScopeSql(tenant, attemptFilter, 'together')} AND a.status NOT IN ('voided') GROUP BY a.staff_id, a.training_id, a.assignment_id) g
 WHERE g.lo IS NOT NULL`;
}

/** Width of a histogram bin, in hundredths of a percent. */
const BIN = 1_000;
const STEPS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
export type ScoreSums = { attempts: number; lowest_mark: number | null; highest_mark: number | null } & {
  [step in `from_${(typeof STEPS)[number]}`]: number;
};
/** `from_7`: number of attempts with at least 70 %. */
export const sumsOfScores = (tenant: Tenant, attemptFilter: AttemptFilter): string =>
  `SELECT COUNT(*) AS attempts, MIN(a.pass_mark) AS lowest_mark, MAX(a.pass_mark) AS highest_mark, ${STEPS.map((step) => `COUNT(CASE WHEN a.score_hundredths >= ${step * BIN} THEN 1 END) AS from_${step}`).join(', ')}
 FROM attempt a WHERE a.customer_id = :customer_id AND ${submittedAttemptsSql(tenant, attemptFilter, 'together')}`;

/** Attempts by score in ten bins. Attempts without a score are in the first bin, 100 % in the last. */
export function binsOf(sums: ScoreSums): number[] {
  const cumulative = [Number(sums.attempts), ...STEPS.map((step) => Number(sums[`from_${step}`])), 0];
  return cumulative.slice(0, -1).map((count, step) => count - cumulative[step + 1]!);
}

export const TITLES_SQL =
  'SELECT t.training_id AS training_id, t.title AS title FROM training t WHERE t.customer_id = :customer_id AND t.training_id IN (:training_id)';
