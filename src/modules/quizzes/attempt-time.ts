/** Deadlines of attempts. Pure. */
import type { AtEnd } from '../../contract/quizzes.resource';
import type { Attempt } from './attempt.entity';

export const MINUTE_MS = 60_000;

type Timed = Pick<Attempt, 'deadline' | 'grace_minutes'>;

/** End of the grace time, until which saved answers can be submitted. null: no limit. */
export function closingTimeOf({ deadline, grace_minutes }: Timed): number | null {
  return deadline === null ? null : deadline + (grace_minutes ?? 0) * MINUTE_MS;
}

/** open: answers are saved. grace: saved answers can be submitted. over: the server ends the attempt. */
export function phaseAt(attempt: Timed, now: number): 'open' | 'grace' | 'over' {
  if (attempt.deadline === null || now <= attempt.deadline) return 'open';
  return now <= closingTimeOf(attempt)! ? 'grace' : 'over';
}

/** @param limit minutes; null: no limit @param extra extra minutes of the person */
export function deadlineOf(started_at: number, limit: number | null, extra: number | null): number | null {
  return limit === null ? null : started_at + (limit + (extra ?? 0)) * MINUTE_MS;
}

/** Attempts older than the setting are submitted automatically. */
export const endPolicyOf = ({ paper }: Pick<Attempt, 'paper'>): AtEnd => paper.at_end ?? 'auto_submit';
