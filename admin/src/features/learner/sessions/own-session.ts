import type { TrainingSessionRow } from '@contract/training-sessions.resource';
import type { OwnSession } from '../learning';

/**
 * The learner's next session of a training, else the last one.
 * @param since the day the cycle was assigned; earlier sessions belong to an earlier cycle. null: first cycle
 */
export function findOwnSession(
  sessions: readonly TrainingSessionRow[],
  training_id: string,
  now: number,
  since: string | null,
): OwnSession | null {
  const ownSessions = sessions
    .filter((row) => row.training_id === training_id && row.status !== 'cancelled' && row.own_state !== null)
    .filter(({ starts_at }) => since === null || starts_at.slice(0, 10) >= since)
    .sort((a, b) => a.starts_at.localeCompare(b.starts_at));
  const next = ownSessions.find(({ starts_at }) => Date.parse(starts_at) > now) ?? ownSessions.at(-1);
  return next?.own_state ? { starts_at: next.starts_at, own_state: next.own_state } : null;
}
