import { Injectable } from '@nestjs/common';
import type { RowsAnswer } from '../contract/report-answers';
import { dayAt, endOfDay, startOfDay, type Day } from '../platform/calendar';
import { Clock } from '../platform/clock';
import { iso } from '../platform/definitions/row';
import { NotFound } from '../platform/errors/app-error';
import { percent } from '../platform/half-up';
import { idFromBytes } from '../platform/ids';
import { seenSql } from '../tenancy/seen';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import { grantedArm, grantedByAttempt, type Granted, type GrantedRow } from './granted-skills';
import { periodOf } from './report-period';
import { said } from './report-said';

export interface QuizFilter {
  from?: Day | undefined;
  to?: Day | undefined;
  staff_id?: string | undefined;
  training_id?: string | undefined;
  /** Every attempt, or one a person and training: the latest, or the best. */
  attempts?: 'all' | 'latest' | 'best' | undefined;
}

interface QuizRow {
  attempt_id: Uint8Array;
  staff_id: Uint8Array;
  training_id: Uint8Array;
  staff_code: string;
  first_name: string;
  last_name: string;
  title: string;
  category: string | null;
  attempt_no: number;
  started_at: number;
  submitted_at: number;
  correct_marks: number;
  total_marks: number;
  score_hundredths: number;
  pass_mark: number;
  result: string;
  watched_ms: number | null;
  duration_ms: number | null;
  assignment_id: Uint8Array;
  /** Counted within the assignment: whoever renews a training begins at 1 again, while attempt_no runs on. */
  try_no: number;
}
type AnyRow = (QuizRow & { part: 'attempt' }) | (GrantedRow & { part: 'granted' });

/** A million marks are a point (quizzes/grading.ts). */
const MARKS = 1_000_000;

/** "Who took what, how well?" (reports.md §4). One statement: the attempts, and what each of them granted. */
@Injectable()
export class QuizReportService {
  constructor(
    private readonly queries: TenantQueries,
    private readonly clock: Clock,
  ) {}

  /** @throws DatesReversed, NotFound for somebody else's rows */
  async report(tenant: Tenant, filter: QuizFilter): Promise<RowsAnswer> {
    const period = periodOf(
      filter.from,
      filter.to,
      dayAt(this.clock.now(), tenant.time_zone),
      tenant.financial_year_start_month,
    );
    const { staff_id } = filter;
    refuseForeign(tenant, staff_id);
    const narrow =
      seenSql(tenant, 'a.staff_id') +
      (staff_id ? ' AND a.staff_id = :staff_id' : '') +
      (filter.training_id ? ' AND a.training_id = :training_id' : '');
    const rows = await this.queries.rows<AnyRow>(tenant, quizQuery(narrow), {
      first: startOfDay(period.from, tenant.time_zone),
      last: endOfDay(period.to, tenant.time_zone),
      on: period.to,
      ...(staff_id && { staff_id }),
      ...(filter.training_id && { training_id: filter.training_id }),
    });
    const attempts = rows.filter((row) => row.part === 'attempt');
    const granted = grantedByAttempt(
      rows.filter((row) => row.part === 'granted'),
      period.to,
    );
    attempts.sort((a, b) => Number(b.submitted_at) - Number(a.submitted_at));
    const { to, from, opening, forecast } = period;
    return {
      report: 'quiz',
      definition: said('quiz', period, tenant, { attempts: filter.attempts ?? 'all' }),
      on: to,
      from,
      opening,
      forecast,
      rows: chosen(attempts, filter.attempts ?? 'all').map((row) =>
        told(row, granted.get(idFromBytes(row.attempt_id))),
      ),
      totals: totalsOf(attempts),
    };
  }
}

function quizQuery(narrow: string): string {
  const submitted = `a.customer_id = :customer_id AND a.status = 'submitted' AND a.submitted_at >= :first AND a.submitted_at <= :last${narrow}`;
  return [
    `SELECT 'attempt' AS part, a.attempt_id AS attempt_id, a.staff_id AS staff_id, a.training_id AS training_id, s.staff_code AS staff_code, s.first_name AS first_name, s.last_name AS last_name, t.title AS title, c.name AS category, a.attempt_no AS attempt_no, a.started_at AS started_at, a.submitted_at AS submitted_at, a.correct_marks AS correct_marks, a.total_marks AS total_marks, a.score_hundredths AS score_hundredths, a.pass_mark AS pass_mark, a.result AS result, v.watched_ms AS watched_ms, v.duration_ms AS duration_ms, a.assignment_id AS assignment_id, (SELECT COUNT(*) FROM attempt b WHERE b.customer_id = :customer_id AND b.staff_id = a.staff_id AND b.quiz_id = a.quiz_id AND b.assignment_id = a.assignment_id AND b.attempt_no <= a.attempt_no) AS try_no, NULL AS evidence_id, NULL AS skill_code, 0 AS granted_level, NULL AS effective_date, NULL AS valid_until, NULL AS span_from, NULL AS span_to, NULL AS span_level
 FROM attempt a
 JOIN staff s ON s.customer_id = :customer_id AND s.staff_id = a.staff_id
 JOIN training t ON t.customer_id = :customer_id AND t.training_id = a.training_id
 LEFT JOIN training_category c ON c.customer_id = :customer_id AND c.category_id = t.category_id
 LEFT JOIN (SELECT w.staff_id AS staff_id, w.training_id AS training_id, MAX(w.watched_ms) AS watched_ms, MAX(w.duration_ms) AS duration_ms FROM video_progress w WHERE w.customer_id = :customer_id GROUP BY w.staff_id, w.training_id) v ON v.staff_id = a.staff_id AND v.training_id = a.training_id
 WHERE ${submitted}`,
    `SELECT 'granted', a.attempt_id, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, NULL, NULL, 0, e.evidence_id, k.skill_code, e.level, e.effective_date, e.valid_until, p.from_date, p.to_date, p.level ${grantedArm(submitted)}`,
  ].join(' UNION ALL ');
}

/** A learner's report is their own. */
function refuseForeign({ scope }: Tenant, staff_id: string | undefined): void {
  if (scope.kind !== 'self') return;
  if (scope.staff_id === null || (staff_id !== undefined && staff_id !== scope.staff_id))
    throw new NotFound('staff member');
}

const pairKey = (row: QuizRow): string => idFromBytes(row.staff_id) + idFromBytes(row.training_id);

/** Rows come newest first; of two equal scores the earlier attempt is the better one. */
function chosen(rows: readonly QuizRow[], attempts: 'all' | 'latest' | 'best'): readonly QuizRow[] {
  if (attempts === 'all') return rows;
  const kept = new Map<string, QuizRow>();
  for (const row of rows) {
    const key = pairKey(row);
    const other = kept.get(key);
    const isBetter = attempts === 'best' && other && Number(row.score_hundredths) >= Number(other.score_hundredths);
    if (!other || isBetter) kept.set(key, row);
  }
  return rows.filter((row) => kept.get(pairKey(row)) === row);
}

function told(row: QuizRow, granted: Granted | undefined) {
  const seconds = Math.round((Number(row.submitted_at) - Number(row.started_at)) / 1000);
  return {
    id: idFromBytes(row.attempt_id),
    attempt_id: idFromBytes(row.attempt_id),
    staff_id: idFromBytes(row.staff_id),
    training_id: idFromBytes(row.training_id),
    staff_code: row.staff_code,
    staff_name: `${row.first_name} ${row.last_name}`,
    training_title: row.title,
    category: row.category,
    attempt_no: Number(row.attempt_no),
    started_at: iso(Number(row.started_at)),
    submitted_at: iso(Number(row.submitted_at)),
    duration_seconds: seconds,
    correct: Number(row.correct_marks) / MARKS,
    total: Number(row.total_marks) / MARKS,
    score: Number(row.score_hundredths) / 100,
    pass_mark: Number(row.pass_mark),
    result: row.result,
    video_percent: row.duration_ms === null ? null : percent(Number(row.watched_ms), Number(row.duration_ms)),
    skills_granted: granted?.skills ?? null,
    valid_until: granted?.valid_until ?? null,
  };
}

function totalsOf(rows: readonly QuizRow[]): Record<string, number | null> {
  const passed = rows.filter((row) => row.result === 'passed');
  const first = rows.filter((row) => Number(row.try_no) === 1);
  const best = chosen(rows, 'best');
  const firstPass = new Map<string, number>();
  for (const row of passed) {
    const key = idFromBytes(row.assignment_id);
    firstPass.set(key, Math.min(firstPass.get(key) ?? Number.POSITIVE_INFINITY, Number(row.try_no)));
  }
  const tries = [...firstPass.values()].reduce((sum, no) => sum + no, 0);
  const scores = best.reduce((sum, row) => sum + Number(row.score_hundredths), 0);
  return {
    attempts: rows.length,
    people: new Set(rows.map((row) => idFromBytes(row.staff_id))).size,
    pass_rate: percent(passed.length, rows.length),
    first_try_pass_rate: percent(first.filter((row) => row.result === 'passed').length, first.length),
    mean_best: best.length ? Math.floor((2 * scores + best.length) / (2 * best.length)) / 100 : null,
    mean_tries_to_pass: firstPass.size ? Math.floor((200 * tries + firstPass.size) / (2 * firstPass.size)) / 100 : null,
  };
}
