import { JobWorker } from '../../src/tenancy/jobs/job-worker';
import type { Reply } from './api';
import type { RunningApp } from './app';
import type { Plant } from './plant';

const HOUR = 3_600_000;

/** Classroom trainings of one organisation, their sessions and who is in them. */
export function sessionsOf(running: RunningApp, plant: Plant) {
  const ok = (reply: Reply) => {
    if (reply.status >= 300) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  /** Signed in at that moment: the clock goes on for days. */
  const admin = async () => plant.as(await plant.signIn({ role: 'admin' }));
  const me = async (staff_id: string) => plant.as(await plant.signIn({ role: 'user', staff_id }));
  /** Published, without a quiz: being there is all there is to do. */
  const classroom = (more: object = {}) =>
    plant.published({ type: 'classroom', source_url: null, video_duration_ms: null, ...more });
  const people = async (count: number, more: object = {}): Promise<string[]> => {
    const made: string[] = [];
    for (let at = 0; at < count; at++) made.push((await plant.staff(more)).staff_id);
    return made;
  };
  const online = { online_url: 'https://meet.example.org/forklift' };
  /** Online, tomorrow at this hour, for two hours, unless `more` says otherwise. */
  const body = (training_id: string, more: object = {}) => {
    const starts = running.clock.now() + 24 * HOUR;
    const times = { starts_at: new Date(starts).toISOString(), ends_at: new Date(starts + 2 * HOUR).toISOString() };
    return { training_id, ...times, ...online, seats: 5, ...more };
  };
  const session = async (training_id: string, more: object = {}): Promise<string> =>
    ok(await (await admin()).post('/api/training-sessions', body(training_id, more))).id;
  const read = async (id: string) => ok(await (await admin()).get(`/api/training-sessions/${id}`));
  const book = async (id: string, staff_id: readonly string[]): Promise<Reply> =>
    (await admin()).post(`/api/training-sessions/${id}/bookings`, { staff_id });
  const cancel = async (id: string, staff_id: readonly string[]): Promise<Reply> =>
    (await admin()).post(`/api/training-sessions/${id}/bookings/cancel`, { staff_id });
  const mark = async (id: string, attended: readonly string[], absent: readonly string[] = []): Promise<Reply> =>
    (await admin()).post(`/api/training-sessions/${id}/attendance`, { attended, absent });
  /** `person` → their place, in the order in which they came. */
  const inside = async (id: string): Promise<[string, string][]> => {
    const query = `session_id=${id}&_sort=asked_at&_order=asc&_end=200`;
    const { body: rows } = await (await admin()).get(`/api/session-bookings?${query}`);
    return (rows as { staff_id: string; state: string }[]).map(({ staff_id, state }) => [staff_id, state]);
  };
  const settle = () => running.app.get(JobWorker, { strict: false }).settle();
  return { ok, admin, me, classroom, people, body, session, read, book, cancel, mark, inside, settle };
}
