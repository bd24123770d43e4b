import { EXACT_COUNT_MAX } from '../../contract/list-dialect';
import { visibleRowsCorrelatedSql, visibleRowsSql } from '../../tenancy/row-visibility';
import type { Tenant } from '../../tenancy/tenant';
import { GRANTED_COLUMNS, grantedSkillsJoin } from './granted-skills';

/** Attempts per person and training: all, the latest, or the one with the best score. */
export type Attempts = 'all' | 'latest' | 'best';
export interface AttemptFilter {
  staff_id?: string | undefined;
  training_id?: string | undefined;
}

type VisibilityCheck = 'together' | 'one by one';

/** @param visibility check visibility by one subquery (`together`), or for each row */
export function attemptScopeSql(
  tenant: Tenant,
  attemptFilter: AttemptFilter,
  visibility: VisibilityCheck,
  a = 'a',
): string {
  const visibleCondition =
    visibility === 'together'
      ? visibleRowsSql(tenant, `${a}.staff_id`)
      : visibleRowsCorrelatedSql(tenant, `${a}.staff_id`);
  return [
    `${a}.customer_id = :customer_id`,
    attemptFilter.training_id ? ` AND ${a}.training_id = :training_id` : '',
    attemptFilter.staff_id ? ` AND ${a}.staff_id = :staff_id` : '',
    visibleCondition,
  ].join('');
}

/** `:first` and `:last`: start and end of the period as instants, in the customer's time zone. */
export const submittedInPeriodSql = (a: string): string =>
  `${a}.status = 'submitted' AND ${a}.submitted_at >= :first AND ${a}.submitted_at <= :last`;

export const submittedAttemptsSql = (
  tenant: Tenant,
  attemptFilter: AttemptFilter,
  visibility: VisibilityCheck,
  a = 'a',
): string => `${attemptScopeSql(tenant, attemptFilter, visibility, a)} AND ${submittedInPeriodSql(a)}`;

/** Submitted attempts of the pair. The ORDER BY of its uses makes the planner choose the index of the pair. */
const attemptsOfPairSql = (a: string): string =>
  `SELECT n.attempt_id FROM attempt n WHERE n.customer_id = :customer_id AND n.staff_id = ${a}.staff_id AND n.training_id = ${a}.training_id AND n.status = 'submitted' AND n.submitted_at <= :last`;
const isLaterSql = (a: string): string =>
  `(n.submitted_at > ${a}.submitted_at OR (n.submitted_at = ${a}.submitted_at AND n.attempt_id > ${a}.attempt_id))`;
/** For equal scores the earlier attempt is better. */
const isBetterSql = (a: string): string =>
  `(n.score_hundredths > ${a}.score_hundredths OR (n.score_hundredths = ${a}.score_hundredths AND (n.submitted_at < ${a}.submitted_at OR (n.submitted_at = ${a}.submitted_at AND n.attempt_id < ${a}.attempt_id))))`;
/** No better attempt of the pair exists. Scalar subquery, since the planner would materialise EXISTS for all pairs. */
const SELECTION_CONDITIONS: Readonly<Record<Attempts, (a: string) => string>> = {
  all: () => '',
  latest: (a) => ` AND (${attemptsOfPairSql(a)} AND ${isLaterSql(a)} ORDER BY n.assignment_id LIMIT 1) IS NULL`,
  best: (a) =>
    ` AND (${attemptsOfPairSql(a)} AND n.submitted_at >= :first AND ${isBetterSql(a)} ORDER BY n.assignment_id LIMIT 1) IS NULL`,
};
const selectionCondition = (attempts: Attempts, a = 'a'): string => SELECTION_CONDITIONS[attempts](a);

/** Only the needed columns: the paper of an attempt is large. */
const attemptColumns = (a: string): string =>
  `${a}.attempt_id, ${a}.staff_id, ${a}.training_id, ${a}.assignment_id, ${a}.attempt_no, ${a}.started_at, ${a}.submitted_at, ${a}.correct_marks, ${a}.total_marks, ${a}.score_hundredths, ${a}.pass_mark, ${a}.result`;
const ATTEMPT_COLUMNS = attemptColumns('a');
/** Values of `_sort`. Only submitted_at has an index; the others sort a limited number of attempts. */
const QUIZ_SORTS: Readonly<Record<string, readonly string[]>> = {
  submitted_at: ['w.submitted_at'],
  started_at: ['w.started_at'],
  attempt_no: ['w.attempt_no'],
  score: ['w.score_hundredths'],
  result: ['w.result'],
  staff_code: ['s.staff_code_key'],
  staff_name: ['s.first_name_sort', 's.last_name_sort'],
  training_title: ['t.title_sort'],
};
const STAFF_JOIN = ' JOIN staff s ON s.customer_id = :customer_id AND s.staff_id = w.staff_id';
const SORT_JOINS: Readonly<Record<string, string>> = {
  staff_code: STAFF_JOIN,
  staff_name: STAFF_JOIN,
  training_title: ' JOIN training t ON t.customer_id = :customer_id AND t.training_id = w.training_id',
};
export type Direction = 'asc' | 'desc';

/** Aliases: attempts `w`, staff `s`, trainings `t`, categories `c`, videos `v`. */
const REPORT_COLUMNS =
  'w.attempt_id AS attempt_id, w.staff_id AS staff_id, w.training_id AS training_id, w.assignment_id AS assignment_id, s.staff_code AS staff_code, s.first_name AS first_name, s.last_name AS last_name, t.title AS title, c.name AS category, w.attempt_no AS attempt_no, w.started_at AS started_at, w.submitted_at AS submitted_at, w.correct_marks AS correct_marks, w.total_marks AS total_marks, w.score_hundredths AS score_hundredths, w.pass_mark AS pass_mark, w.result AS result, v.share_hundredths AS share_hundredths';
/**
 * Attempts with the report columns and granted skills: one row per span of each skill. Rows of one attempt may not be
 * adjacent.
 * @param attemptsSql a SELECT of `ATTEMPT_COLUMNS`
 */
const withReportColumns = (attemptsSql: string, extraColumns = ''): string =>
  `SELECT ${REPORT_COLUMNS}, ${GRANTED_COLUMNS}${extraColumns}
 FROM (${attemptsSql}) w
 JOIN staff s ON s.customer_id = :customer_id AND s.staff_id = w.staff_id
 JOIN training t ON t.customer_id = :customer_id AND t.training_id = w.training_id
 LEFT JOIN training_category c ON c.customer_id = :customer_id AND c.category_id = t.category_id
 LEFT JOIN video_progress v ON v.customer_id = :customer_id AND v.assignment_id = w.assignment_id
 ${grantedSkillsJoin('w')}`;

const orderBy = (sortColumns: readonly string[], direction: Direction): string =>
  sortColumns.map((column) => `${column} ${direction.toUpperCase()}`).join(', ');
const DAY_ORDER_COLUMNS = ['submitted_at', 'attempt_id'];
const dayOrderColumns = (alias: string): string[] => DAY_ORDER_COLUMNS.map((column) => `${alias}.${column}`);

/** Keyset condition on (submitted_at, attempt_id). */
function afterKeySql(alias: string, direction: Direction): string {
  const comparator = direction === 'asc' ? '>' : '<';
  return `${alias}.submitted_at ${comparator}= :at AND (${alias}.submitted_at ${comparator} :at OR ${alias}.attempt_id ${comparator} :behind_id)`;
}

/** One page by the submitted_at index. The order of the rows within the page is undefined. */
export function pageByDaySql(
  tenant: Tenant,
  attemptFilter: AttemptFilter,
  attempts: Attempts,
  direction: Direction,
  isKeyset: boolean,
  visibility: VisibilityCheck = 'one by one',
): string {
  const attemptsSql = `SELECT ${ATTEMPT_COLUMNS} FROM attempt a WHERE ${submittedAttemptsSql(tenant, attemptFilter, visibility)}${isKeyset ? ` AND ${afterKeySql('a', direction)}` : ''}${selectionCondition(attempts)} ORDER BY ${orderBy(dayOrderColumns('a'), direction)} LIMIT :count OFFSET :start`;
  return withReportColumns(attemptsSql);
}

/** One page in any order, for few attempts. Sorts the attempts first, so that only the page is joined. */
export function sortedPageSql(
  tenant: Tenant,
  attemptFilter: AttemptFilter,
  attempts: Attempts,
  sort: string,
  direction: Direction,
  isKeyset: boolean,
): string {
  const order = orderBy(
    sort === 'submitted_at' ? dayOrderColumns('w') : [...QUIZ_SORTS[sort]!, 'w.attempt_id'],
    direction,
  );
  const limitedSql = `SELECT ${ATTEMPT_COLUMNS} FROM attempt a WHERE ${submittedAttemptsSql(tenant, attemptFilter, 'together')}${selectionCondition(attempts)} LIMIT ${EXACT_COUNT_MAX}`;
  const sortedSql = `SELECT ${attemptColumns('w')} FROM (${limitedSql}) w${SORT_JOINS[sort] ?? ''}${isKeyset ? ` WHERE ${afterKeySql('w', direction)}` : ''} ORDER BY ${order} LIMIT :count OFFSET :start`;
  return `${withReportColumns(sortedSql)} ORDER BY ${order}`;
}

/** Exact up to `EXACT_COUNT_MAX`, `EXACT_COUNT_MAX + 1` for more. `latest` and `best` examine at most `PAIRS_MAX + 1` attempts. */
export function attemptCountSql(tenant: Tenant, attemptFilter: AttemptFilter, attempts: Attempts): string {
  const from = `FROM attempt a WHERE ${submittedAttemptsSql(tenant, attemptFilter, 'together')}`;
  if (attempts === 'all')
    return `SELECT COALESCE((SELECT ${EXACT_COUNT_MAX + 1} ${from} LIMIT 1 OFFSET ${EXACT_COUNT_MAX}), (SELECT COUNT(*) ${from})) AS walked, NULL AS hits`;
  const isSelectedSql = `CASE WHEN 1 = 1${selectionCondition(attempts)} THEN 1 ELSE 0 END AS hit`;
  return `SELECT COUNT(*) AS walked, COALESCE(SUM(f.hit), 0) AS hits FROM (SELECT ${isSelectedSql} ${from} LIMIT ${PAIRS_MAX + 1}) f`;
}
/** Limit for `latest` and `best`, which look up all attempts of the pair for each attempt. */
export const PAIRS_MAX = 1_500;

/** All attempts with their try numbers, newest first, up to `EXACT_COUNT_MAX + 1`. */
export function wholeReportSql(tenant: Tenant, attemptFilter: AttemptFilter): string {
  const attemptsSql = `SELECT ${ATTEMPT_COLUMNS}, ${tryNumberSql('a')} AS try_no FROM attempt a WHERE ${submittedAttemptsSql(tenant, attemptFilter, 'together')} ORDER BY ${orderBy(dayOrderColumns('a'), 'desc')} LIMIT ${EXACT_COUNT_MAX + 1}`;
  return withReportColumns(attemptsSql, ', w.try_no AS try_no');
}

/** One batch with granted skills, sorted by submission. */
export const batchByDaySql = (
  tenant: Tenant,
  attemptFilter: AttemptFilter,
  attempts: Attempts,
  direction: Direction,
  isKeyset: boolean,
): string =>
  `${pageByDaySql(tenant, attemptFilter, attempts, direction, isKeyset, tenant.scope.kind === 'line' ? 'together' : 'one by one')} ORDER BY ${orderBy(dayOrderColumns('w'), direction)}`;

/** Number of the try within the assignment. A renewal starts at 1 again, while attempt_no continues. */
const tryNumberSql = (a: string): string =>
  `CASE WHEN ${a}.attempt_no = 1 THEN 1 ELSE (SELECT COUNT(*) FROM attempt b WHERE b.customer_id = :customer_id AND b.staff_id = ${a}.staff_id AND b.quiz_id = ${a}.quiz_id AND b.assignment_id = ${a}.assignment_id AND b.attempt_no <= ${a}.attempt_no AND b.status NOT IN ('voided')) END`;
