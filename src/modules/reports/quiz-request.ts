import type { ReportDefinitionResponse } from '../../contract/report.responses';
import { dayAt, endOfDay, startOfDay, type Day } from '../../common/calendar';
import { NotFoundError } from '../../common/errors/app-error';
import type { Tenant } from '../../tenancy/tenant';
import type { Attempts, AttemptFilter } from './quiz-report.query';
import { periodOf, type ReportPeriod } from './report-period';
import { reportHead } from './report-head';

export interface QuizFilter extends AttemptFilter {
  from?: Day | undefined;
  to?: Day | undefined;
  /** All attempts, or the latest or best one per person and training. */
  attempts?: Attempts | undefined;
}
/** A quiz report request with resolved period and SQL values. */
export interface QuizRequest {
  period: ReportPeriod;
  attemptFilter: AttemptFilter;
  attempts: Attempts;
  values: Readonly<Record<string, string | number>>;
  /** More than one person. */
  isLong: boolean;
}

/** @throws DatesReversedError, NotFoundError when a learner requests another person's rows */
export function resolveQuizRequest(tenant: Tenant, filter: QuizFilter, now: number): QuizRequest {
  const { from, to, staff_id, training_id, attempts = 'all' } = filter;
  const { time_zone, scope } = tenant;
  const period = periodOf(from, to, dayAt(now, time_zone), tenant.financial_year_start_month);
  if (scope.kind === 'self' && (scope.staff_id === null || (staff_id !== undefined && staff_id !== scope.staff_id)))
    throw new NotFoundError('staff member');
  return {
    period,
    attemptFilter: { staff_id, training_id },
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

export function quizHead(tenant: Tenant, { period, attempts }: QuizRequest) {
  const { to, from, opening, forecast } = period;
  const definition: ReportDefinitionResponse = reportHead('quiz', period, tenant, { attempts });
  return { report: 'quiz', definition, on: to, from, opening, forecast };
}
