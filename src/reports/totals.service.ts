import { Injectable } from '@nestjs/common';
import type { TotalsAnswer } from '../contract/dashboard-answers';
import { TAKEN_ASSIGNMENT_STATES } from '../contract/training-assignments.resource';
import { addDays, dayAt, type Day } from '../platform/calendar';
import { Clock } from '../platform/clock';
import { Database } from '../platform/database/database';
import { toIso } from '../platform/definitions/row';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { DailyTotal } from './daily-total.entity';
import { TOTALS_SWEEP } from './totals-sweep';

const WEEKS = 12;
const QUIZ_DAYS = 90;

interface Standing {
  settled_at: number | string | null;
  recounted_at: number | string | null;
  standing: string | null;
}

/** "How far are we?", from the buckets alone: what it costs does not grow with what was counted. */
@Injectable()
export class TotalsService {
  constructor(
    @Records(DailyTotal) private readonly totals: TenantRepository<DailyTotal>,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async of(tenant: Tenant): Promise<TotalsAnswer> {
    const [state] = await this.database.rows<Standing>(
      `SELECT w.settled_at, t.recounted_at, t.standing FROM totals_sweep w
       LEFT JOIN totals_state t ON t.customer_id = ? WHERE w.name = ?`,
      [tenant.customer_id, TOTALS_SWEEP],
    );
    const today = dayAt(this.clock.now(), tenant.time_zone);
    const weeks = weeksUntil(today);
    const since = addDays(today, 1 - QUIZ_DAYS);
    const buckets = await this.totals.find(tenant, {
      kind: ['completions', 'quizzes'],
      day: { gte: since < weeks[0]! ? since : weeks[0]! },
    });
    // Not counted yet: that is not nothing.
    if (!state?.standing || state.recounted_at === null)
      return { as_of: null, assignments: null, completions: null, quizzes: null };
    const standing = JSON.parse(state.standing) as Record<string, number>;
    const sum = (kind: string, status: string, from: Day, to: Day) =>
      buckets
        .filter((each) => each.kind === kind && each.status === status && each.day >= from && each.day <= to)
        .reduce((all, { amount }) => all + amount, 0);
    const { assigned = 0, in_progress = 0 } = standing;
    // Also what has run out since was learnt.
    const completed = TAKEN_ASSIGNMENT_STATES.reduce((all, state) => all + (standing[state] ?? 0), 0);
    return {
      as_of: toIso(Math.max(Number(state.recounted_at), Number(state.settled_at ?? 0))),
      assignments: { assigned, in_progress, completed },
      completions: weeks.map((week) => ({ week, amount: sum('completions', 'completed', week, addDays(week, 6)) })),
      quizzes: {
        since,
        passed: sum('quizzes', 'passed', since, today),
        failed: sum('quizzes', 'failed', since, today),
      },
    };
  }
}

/** The Mondays of the last weeks, this one's last. */
function weeksUntil(today: Day): Day[] {
  const sinceMonday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  const monday = addDays(today, -sinceMonday);
  return Array.from({ length: WEEKS }, (_, at) => addDays(monday, 7 * (at - WEEKS + 1)));
}
