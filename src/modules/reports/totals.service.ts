import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { TotalsResponse } from '../../contract/dashboard.responses';
import { COMPLETED_ASSIGNMENT_STATES } from '../../contract/training-assignments.resource';
import { addDays, dayAt, endOfDay, startOfDay, type Day } from '../../common/calendar';
import { Clock } from '../../common/clock';
import { toIso } from '../../common/rest/row';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';

const WEEKS = 12;
const QUIZ_DAYS = 90;
/** The queries get slower with the number of assignments, so answers are reused. */
const MAX_AGE_MS = 60_000;
const MAX_CUSTOMERS = 1_000;

const ASSIGNMENTS = `SELECT a.state AS status, COUNT(*) AS amount FROM training_assignment a
  WHERE a.customer_id = :customer_id GROUP BY a.state`;
const COMPLETIONS = `SELECT COUNT(*) AS amount FROM training_assignment a
  WHERE a.customer_id = :customer_id AND a.completed_at >= :first AND a.completed_at <= :last`;
const QUIZZES = `SELECT a.result AS status, COUNT(*) AS amount FROM attempt a
  WHERE a.customer_id = :customer_id AND a.status = 'submitted' AND a.submitted_at >= :first AND a.submitted_at <= :last
  GROUP BY a.result`;

interface Amount {
  status: string;
  amount: number;
}

/** Assignment, completion and quiz totals of the dashboard. */
@Injectable()
export class TotalsService {
  private readonly answers = new LRUCache<string, { counted_at: number; answer: Promise<TotalsResponse> }>({
    max: MAX_CUSTOMERS,
  });

  constructor(
    private readonly queries: TenantQueries,
    private readonly clock: Clock,
  ) {}

  /** At most one minute old; `as_of` is the time of the count. */
  async getTotals(tenant: Tenant): Promise<TotalsResponse> {
    const key = `${tenant.customer_id} ${tenant.time_zone}`;
    const now = this.clock.now();
    const cached = this.answers.get(key);
    if (cached && cached.counted_at <= now && now - cached.counted_at < MAX_AGE_MS) return cached.answer;
    const answer = this.computeTotals(tenant, now);
    this.answers.set(key, { counted_at: now, answer });
    answer.catch(() => this.answers.delete(key));
    return answer;
  }

  private async computeTotals(tenant: Tenant, now: number): Promise<TotalsResponse> {
    const { time_zone } = tenant;
    const today = dayAt(now, time_zone);
    const since = addDays(today, 1 - QUIZ_DAYS);
    const states = amountsByStatus(await this.queries.rows<Amount>(tenant, ASSIGNMENTS));
    const quizzes = amountsByStatus(
      await this.queries.rows<Amount>(tenant, QUIZZES, instantsOf(since, today, time_zone)),
    );
    const completions: { week: Day; amount: number }[] = [];
    for (const week of weeksUntil(today)) {
      const period = instantsOf(week, addDays(week, 6), time_zone);
      const [row] = await this.queries.rows<Amount>(tenant, COMPLETIONS, period);
      completions.push({ week, amount: Number(row!.amount) });
    }
    return {
      as_of: toIso(now),
      assignments: {
        assigned: states.get('assigned') ?? 0,
        in_progress: states.get('in_progress') ?? 0,
        completed: COMPLETED_ASSIGNMENT_STATES.reduce((sum, state) => sum + (states.get(state) ?? 0), 0),
      },
      completions,
      quizzes: { since, passed: quizzes.get('passed') ?? 0, failed: quizzes.get('failed') ?? 0 },
    };
  }
}

const amountsByStatus = (rows: readonly Amount[]): Map<string, number> =>
  new Map(rows.map(({ status, amount }) => [status, Number(amount)]));

/** First and last instant (UTC milliseconds) of these days. */
const instantsOf = (from: Day, to: Day, time_zone: string) => ({
  first: startOfDay(from, time_zone),
  last: endOfDay(to, time_zone),
});

/** Mondays of the last weeks, the current week last. */
function weeksUntil(today: Day): Day[] {
  const sinceMonday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  const monday = addDays(today, -sinceMonday);
  return Array.from({ length: WEEKS }, (_, index) => addDays(monday, 7 * (index - WEEKS + 1)));
}
