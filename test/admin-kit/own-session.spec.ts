import type { TrainingSessionRow } from '@contract/training-sessions.resource';
import { findOwnSession } from '../../admin/src/features/learner/sessions/own-session';

const now = Date.parse('2036-03-03T09:00:00Z');
const session = (starts_at: string, own_state: string | null, more: object = {}) =>
  ({ training_id: 'forklift', starts_at, own_state, status: 'planned', ...more }) as unknown as TrainingSessionRow;

describe('the own session of a training', () => {
  it('is the next one to come in which there is a place, else the last one', () => {
    const before = session('2036-03-01T09:00:00.000Z', 'attended');
    const [next, later] = [
      session('2036-03-04T09:00:00.000Z', 'booked'),
      session('2036-03-09T09:00:00.000Z', 'waiting'),
    ];
    expect(findOwnSession([later, before, next], 'forklift', now, null)).toMatchObject({ own_state: 'booked' });
    expect(findOwnSession([before], 'forklift', now, null)).toMatchObject({ own_state: 'attended' });
  });

  it('is none that was attended before the cycle was assigned', () => {
    const before = session('2035-03-01T09:00:00.000Z', 'attended');
    const next = session('2036-03-04T09:00:00.000Z', 'booked');
    expect(findOwnSession([before], 'forklift', now, '2036-02-01')).toBeNull();
    expect(findOwnSession([before, next], 'forklift', now, '2036-02-01')).toMatchObject({ own_state: 'booked' });
  });

  it('is none of another training, none without a place, and none that is cancelled', () => {
    const others = [
      session('2036-03-04T09:00:00.000Z', 'booked', { training_id: 'crane' }),
      session('2036-03-04T09:00:00.000Z', null),
      session('2036-03-04T09:00:00.000Z', 'booked', { status: 'cancelled' }),
    ];
    expect(findOwnSession(others, 'forklift', now, null)).toBeNull();
  });
});
