import { api } from './api';
import type { RunningApp } from './app';
import type { LargeOrganisation } from './large-organisation';
import { runScheduledJob } from './scheduled-jobs';

const MINUTE = 60_000;

/** Runs the notices job on the next morning, then again after the gathering period, and sends the mails. */
export async function runDailyNotices(running: RunningApp): Promise<void> {
  const { clock } = running;
  const now = clock.now();
  clock.freeze(now - (now % 86_400_000) + 86_400_000 + 8 * 60 * MINUTE);
  await runScheduledJob(running, 'notices');
  clock.advance(6 * MINUTE);
  await runScheduledJob(running, 'notices');
  await running.mails();
  clock.release();
}

/** Sets the notice settings of a customer and a learner, and gives a staff member an address and pending trainings. */
export async function configureNotices(
  running: RunningApp,
  { admin, learner, staff, trainings }: LargeOrganisation,
): Promise<void> {
  const staffId = staff.at(-1)!;
  const replies = [
    await api(running, admin).patch('/api/settings/notices', { due_soon_days: 5 }),
    await api(running, learner).put('/api/notices/choices', { choices: [] }),
    await api(running, admin).patch(`/api/staff/${staffId}`, { email: 'asha@plant.example' }),
    await api(running, admin).post('/api/training-assignments/bulk', {
      staff_id: [staffId],
      training_id: trainings.slice(1, 3),
    }),
  ];
  const failures = replies.filter(({ status }) => status !== 200);
  if (failures.length) throw new Error(JSON.stringify(failures.map(({ body }) => body)));
}
