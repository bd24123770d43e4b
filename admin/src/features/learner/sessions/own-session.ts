import type { TrainingSessionRow } from '@contract/training-sessions.resource';
import type { OwnSession } from '../learning';

/**
 * Of a training the own place in the next session to come, else in the last one. Pure.
 * @param since the day on which the cycle was assigned: what was attended before belongs to an earlier one; null: there is none
 */
export function ownSessionOf(
  sessions: readonly TrainingSessionRow[],
  training_id: string,
  now: number,
  since: string | null,
): OwnSession | null {
  const own = sessions
    .filter((row) => row.training_id === training_id && row.status !== 'cancelled' && row.own_state !== null)
    .filter(({ starts_at }) => since === null || starts_at.slice(0, 10) >= since)
    .sort((a, b) => a.starts_at.localeCompare(b.starts_at));
  const next = own.find(({ starts_at }) => Date.parse(starts_at) > now) ?? own.at(-1);
  return next?.own_state ? { starts_at: next.starts_at, own_state: next.own_state } : null;
}
