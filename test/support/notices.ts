import { api } from './api';
import type { RunningApp } from './app';
import type { Crowd } from './crowd';
import { swept } from './sweeps';

const MINUTE = 60_000;

/**
 * The round of notices in the morning of the day after, and once more when what it found has been gathered, with the mails
 * sent that it owes.
 */
export async function toldAndMailed(running: RunningApp): Promise<void> {
  const { clock } = running;
  const now = clock.now();
  clock.freeze(now - (now % 86_400_000) + 86_400_000 + 8 * 60 * MINUTE);
  await swept(running, 'notices');
  clock.advance(6 * MINUTE);
  await swept(running, 'notices');
  await running.mails();
  clock.release();
}

/** What an organisation and one of its people set, and somebody with an address who has something waiting. */
export async function noticesAsked(running: RunningApp, { admin, learner, staff, trainings }: Crowd): Promise<void> {
  const one = staff.at(-1)!;
  const asked = [
    await api(running, admin).patch('/api/settings/notices', { due_soon_days: 5 }),
    await api(running, learner).put('/api/notices/choices', { choices: [] }),
    await api(running, admin).patch(`/api/staff/${one}`, { email: 'asha@plant.example' }),
    await api(running, admin).post('/api/training-assignments/bulk', {
      staff_id: [one],
      training_id: trainings.slice(1, 3),
    }),
  ];
  const refused = asked.filter(({ status }) => status !== 200);
  if (refused.length) throw new Error(JSON.stringify(refused.map(({ body }) => body)));
}
