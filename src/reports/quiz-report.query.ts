import { COUNT_MAX } from '../contract/list-dialect';
import { seenOneByOneSql, seenSql } from '../tenancy/seen';
import type { Tenant } from '../tenancy/tenant';
import { GRANTED_COLUMNS, grantedBeside } from './granted-skills';

/** Which attempts of a person and training: every one, the last, or the one with the best score. */
export type Attempts = 'all' | 'latest' | 'best';
export interface QuizNarrow {
  staff_id?: string | undefined;
  training_id?: string | undefined;
}

type Seen = 'together' | 'one by one';

/** Of the people whom the asker may see. `seen`: all at once, or asked of each row. */
export function ofWhom(tenant: Tenant, narrow: QuizNarrow, seen: Seen, a = 'a'): string {
  const people = seen === 'together' ? seenSql(tenant, `${a}.staff_id`) : seenOneByOneSql(tenant, `${a}.staff_id`);
  return [
    `${a}.customer_id = :customer_id`,
    narrow.training_id ? ` AND ${a}.training_id = :training_id` : '',
    narrow.staff_id ? ` AND ${a}.staff_id = :staff_id` : '',
    people,
  ].join('');
}

/** Instants: when the first day of the window begins in the organisation, and when the last one ends there. */
export const submittedInTime = (a: string): string =>
  `${a}.status = 'submitted' AND ${a}.submitted_at >= :first AND ${a}.submitted_at <= :last`;

export const submitted = (tenant: Tenant, narrow: QuizNarrow, seen: Seen, a = 'a'): string =>
  `${ofWhom(tenant, narrow, seen, a)} AND ${submittedInTime(a)}`;

/** The submitted attempts of the pair, by the index that has them together: the order keeps a plan to it. */
const ofPair = (a: string): string =>
  `SELECT n.attempt_id FROM attempt n WHERE n.customer_id = :customer_id AND n.staff_id = ${a}.staff_id AND n.training_id = ${a}.training_id AND n.status = 'submitted' AND n.submitted_at <= :last`;
const later = (a: string): string =>
  `(n.submitted_at > ${a}.submitted_at OR (n.submitted_at = ${a}.submitted_at AND n.attempt_id > ${a}.attempt_id))`;
/** Of two equal scores the earlier attempt is the better one. */
const better = (a: string): string =>
  `(n.score_hundredths > ${a}.score_hundredths OR (n.score_hundredths = ${a}.score_hundredths AND (n.submitted_at < ${a}.submitted_at OR (n.submitted_at = ${a}.submitted_at AND n.attempt_id < ${a}.attempt_id))))`;
/** No other attempt of the pair stands before it. A value and no EXISTS, which a plan would turn into a table of all pairs. */
const CHOSEN: Readonly<Record<Attempts, (a: string) => string>> = {
  all: () => '',
  latest: (a) => ` AND (${ofPair(a)} AND ${later(a)} ORDER BY n.assignment_id LIMIT 1) IS NULL`,
  best: (a) =>
    ` AND (${ofPair(a)} AND n.submitted_at >= :first AND ${better(a)} ORDER BY n.assignment_id LIMIT 1) IS NULL`,
};
const chosen = (attempts: Attempts, a = 'a'): string => CHOSEN[attempts](a);

/** What of an attempt the rows are made of; its paper is long. */
const headOf = (a: string): string =>
  `${a}.attempt_id, ${a}.staff_id, ${a}.training_id, ${a}.assignment_id, ${a}.attempt_no, ${a}.started_at, ${a}.submitted_at, ${a}.correct_marks, ${a}.total_marks, ${a}.score_hundredths, ${a}.pass_mark, ${a}.result`;
const HEAD = headOf('a');
/** What `_sort` takes: along an index of the attempts, or of few attempts by what they are shown with. */
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
const OF_STAFF = ' JOIN staff s ON s.customer_id = :customer_id AND s.staff_id = w.staff_id';
const SORTED_WITH: Readonly<Record<string, string>> = {
  staff_code: OF_STAFF,
  staff_name: OF_STAFF,
  training_title: ' JOIN training t ON t.customer_id = :customer_id AND t.training_id = w.training_id',
};
export type Direction = 'asc' | 'desc';

/** Of the attempts `w`, their people `s`, trainings `t`, categories `c` and videos `v`. */
const TOLD =
  'w.attempt_id AS attempt_id, w.staff_id AS staff_id, w.training_id AS training_id, w.assignment_id AS assignment_id, s.staff_code AS staff_code, s.first_name AS first_name, s.last_name AS last_name, t.title AS title, c.name AS category, w.attempt_no AS attempt_no, w.started_at AS started_at, w.submitted_at AS submitted_at, w.correct_marks AS correct_marks, w.total_marks AS total_marks, w.score_hundredths AS score_hundredths, w.pass_mark AS pass_mark, w.result AS result, v.share_hundredths AS share_hundredths';
/**
 * Attempts with what they are shown with and what they granted: a row for each span of each skill, those of one attempt not
 * always one behind the other.
 * @param among a SELECT of `HEAD`
 */
const columns = (among: string, more = ''): string =>
  `SELECT ${TOLD}, ${GRANTED_COLUMNS}${more}
 FROM (${among}) w
 JOIN staff s ON s.customer_id = :customer_id AND s.staff_id = w.staff_id
 JOIN training t ON t.customer_id = :customer_id AND t.training_id = w.training_id
 LEFT JOIN training_category c ON c.customer_id = :customer_id AND c.category_id = t.category_id
 LEFT JOIN video_progress v ON v.customer_id = :customer_id AND v.assignment_id = w.assignment_id
 ${grantedBeside('w')}`;

const by = (columns: readonly string[], direction: Direction): string =>
  columns.map((column) => `${column} ${direction.toUpperCase()}`).join(', ');
const BY_DAY = ['submitted_at', 'attempt_id'];
const named = (alias: string): string[] => BY_DAY.map((column) => `${alias}.${column}`);

/** Behind a place in the order of days. */
function behind(alias: string, direction: Direction): string {
  const beyond = direction === 'asc' ? '>' : '<';
  return `${alias}.submitted_at ${beyond}= :at AND (${alias}.submitted_at ${beyond} :at OR ${alias}.attempt_id ${beyond} :behind_id)`;
}

/** A page along the index of days; in which order its few rows come is not said. */
export function pageByDay(
  tenant: Tenant,
  narrow: QuizNarrow,
  attempts: Attempts,
  direction: Direction,
  seek: boolean,
  seen: Seen = 'one by one',
): string {
  const among = `SELECT ${HEAD} FROM attempt a WHERE ${submitted(tenant, narrow, seen)}${seek ? ` AND ${behind('a', direction)}` : ''}${chosen(attempts)} ORDER BY ${by(named('a'), direction)} LIMIT :count OFFSET :start`;
  return columns(among);
}

/** Of so few that they can be put in any order: by themselves, so that only the page is looked up further. */
export function pageOfFew(
  tenant: Tenant,
  narrow: QuizNarrow,
  attempts: Attempts,
  sort: string,
  direction: Direction,
  seek: boolean,
): string {
  const order = by(sort === 'submitted_at' ? named('w') : [...QUIZ_SORTS[sort]!, 'w.attempt_id'], direction);
  const few = `SELECT ${HEAD} FROM attempt a WHERE ${submitted(tenant, narrow, 'together')}${chosen(attempts)} LIMIT ${COUNT_MAX}`;
  const sorted = `SELECT ${headOf('w')} FROM (${few}) w${SORTED_WITH[sort] ?? ''}${seek ? ` WHERE ${behind('w', direction)}` : ''} ORDER BY ${order} LIMIT :count OFFSET :start`;
  return `${columns(sorted)} ORDER BY ${order}`;
}

/** Exact up to `COUNT_MAX`, one more where there are more; of the latest and the best among so many attempts. */
export function countOf(tenant: Tenant, narrow: QuizNarrow, attempts: Attempts): string {
  const from = `FROM attempt a WHERE ${submitted(tenant, narrow, 'together')}`;
  if (attempts === 'all')
    return `SELECT COALESCE((SELECT ${COUNT_MAX + 1} ${from} LIMIT 1 OFFSET ${COUNT_MAX}), (SELECT COUNT(*) ${from})) AS walked, NULL AS hits`;
  const hit = `CASE WHEN 1 = 1${chosen(attempts)} THEN 1 ELSE 0 END AS hit`;
  return `SELECT COUNT(*) AS walked, COALESCE(SUM(f.hit), 0) AS hits FROM (SELECT ${hit} ${from} LIMIT ${PAIRS_MAX + 1}) f`;
}
/** Of each of them its pair's attempts are looked at. */
export const PAIRS_MAX = 1_500;

/** All of them, of the newest and one more than may be, each with the number of its try. */
export function wholeReport(tenant: Tenant, narrow: QuizNarrow): string {
  const among = `SELECT ${HEAD}, ${tryNo('a')} AS try_no FROM attempt a WHERE ${submitted(tenant, narrow, 'together')} ORDER BY ${by(named('a'), 'desc')} LIMIT ${COUNT_MAX + 1}`;
  return columns(among, ', w.try_no AS try_no');
}

/** So many of them, each with all that it granted, in the order of days. */
export const batchByDay = (
  tenant: Tenant,
  narrow: QuizNarrow,
  attempts: Attempts,
  direction: Direction,
  seek: boolean,
): string =>
  `${pageByDay(tenant, narrow, attempts, direction, seek, tenant.scope.kind === 'line' ? 'together' : 'one by one')} ORDER BY ${by(named('w'), direction)}`;

/** Counted within the assignment: whoever renews a training begins at 1 again, while attempt_no runs on. */
const tryNo = (a: string): string =>
  `CASE WHEN ${a}.attempt_no = 1 THEN 1 ELSE (SELECT COUNT(*) FROM attempt b WHERE b.customer_id = :customer_id AND b.staff_id = ${a}.staff_id AND b.quiz_id = ${a}.quiz_id AND b.assignment_id = ${a}.assignment_id AND b.attempt_no <= ${a}.attempt_no AND b.status NOT IN ('voided')) END`;
