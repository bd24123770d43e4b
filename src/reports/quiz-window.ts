import type { ReportHead } from '../contract/report-answers';
import { dayAt, endOfDay, startOfDay, type Day } from '../platform/calendar';
import { NotFound } from '../platform/errors/app-error';
import type { Tenant } from '../tenancy/tenant';
import type { Attempts, QuizNarrow } from './quiz-report.query';
import { periodOf, type ReportPeriod } from './report-period';
import { reportHead } from './report-head';

export interface QuizFilter extends QuizNarrow {
  from?: Day | undefined;
  to?: Day | undefined;
  /** Every attempt, or one a person and training: the latest, or the best. */
  attempts?: Attempts | undefined;
}
/** What was asked for, as the statements take it. */
export interface QuizAsked {
  period: ReportPeriod;
  narrow: QuizNarrow;
  attempts: Attempts;
  values: Readonly<Record<string, string | number>>;
  /** Of more than one person. */
  isLong: boolean;
}

/** @throws DatesReversed, NotFound for somebody else's rows */
export function askedOf(tenant: Tenant, filter: QuizFilter, now: number): QuizAsked {
  const { from, to, staff_id, training_id, attempts = 'all' } = filter;
  const { time_zone, scope } = tenant;
  const period = periodOf(from, to, dayAt(now, time_zone), tenant.financial_year_start_month);
  // A learner's report is their own.
  if (scope.kind === 'self' && (scope.staff_id === null || (staff_id !== undefined && staff_id !== scope.staff_id)))
    throw new NotFound('staff member');
  return {
    period,
    narrow: { staff_id, training_id },
    attempts,
    values: {
      first: startOfDay(period.from, time_zone),
      last: endOfDay(period.to, time_zone),
      ...(staff_id && { staff_id }),
      ...(training_id && { training_id }),
    },
    isLong: staff_id === undefined && scope.kind !== 'self',
  };
}

/** What the report says of itself. */
export function quizHead(tenant: Tenant, { period, attempts }: QuizAsked) {
  const { to, from, opening, forecast } = period;
  const definition: ReportHead = reportHead('quiz', period, tenant, { attempts });
  return { report: 'quiz', definition, on: to, from, opening, forecast };
}
