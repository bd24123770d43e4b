/** Up to when an attempt takes answers, and up to when it can be handed in. Pure. */
import type { AtEnd } from '../contract/quizzes.resource';
import type { Attempt } from './attempt.entity';

export const MINUTE_MS = 60_000;

type Timed = Pick<Attempt, 'deadline' | 'grace_minutes'>;

/** No answer is kept after the deadline; what is saved can be handed in until then. null: at any time. */
export function closesAt({ deadline, grace_minutes }: Timed): number | null {
  return deadline === null ? null : deadline + (grace_minutes ?? 0) * MINUTE_MS;
}

/** open: answers are kept. grace: what is saved can be handed in. over: the server ends it. */
export function phaseAt(attempt: Timed, now: number): 'open' | 'grace' | 'over' {
  if (attempt.deadline === null || now <= attempt.deadline) return 'open';
  return now <= closesAt(attempt)! ? 'grace' : 'over';
}

/** A limit and what one person has beside it; null: no limit. */
export function deadlineOf(started_at: number, limit: number | null, extra: number | null): number | null {
  return limit === null ? null : started_at + (limit + (extra ?? 0)) * MINUTE_MS;
}

/** Attempts that were begun before there was a choice are handed in as they are. */
export const atEndOf = ({ paper }: Pick<Attempt, 'paper'>): AtEnd => paper.at_end ?? 'auto_submit';
