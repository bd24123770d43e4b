import { JobWorker } from '../../src/modules/background-jobs/job-worker';
import type { Reply } from './api';
import type { RunningApp } from './app';
import type { Plant } from './plant';

const HOUR = 3_600_000;

/** Classroom trainings of one organisation, their sessions and bookings. */
export function trainingSessionFixture(running: RunningApp, plant: Plant) {
  const expectOk = (reply: Reply) => {
    if (reply.status >= 300) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  /** Signs in anew each time, because the tests advance the clock by days. */
  const adminApi = async () => plant.as(await plant.signIn({ role: 'admin' }));
  const learnerApi = async (staff_id: string) => plant.as(await plant.signIn({ role: 'user', staff_id }));
  /** Creates a published classroom training without a quiz: attendance completes it. */
  const createClassroomTraining = (more: object = {}) =>
    plant.createPublishedTraining({ type: 'classroom', source_url: null, video_duration_ms: null, ...more });
  const createStaff = async (count: number, more: object = {}): Promise<string[]> => {
    const staffIds: string[] = [];
    for (let at = 0; at < count; at++) staffIds.push((await plant.createStaff(more)).staff_id);
    return staffIds;
  };
  const online = { online_url: 'https://meet.example.org/forklift' };
  /** By default online, 24 hours from now, for two hours. */
  const sessionBody = (training_id: string, more: object = {}) => {
    const starts = running.clock.now() + 24 * HOUR;
    const times = { starts_at: new Date(starts).toISOString(), ends_at: new Date(starts + 2 * HOUR).toISOString() };
    return { training_id, ...times, ...online, seats: 5, ...more };
  };
  const createSession = async (training_id: string, more: object = {}): Promise<string> =>
    expectOk(await (await adminApi()).post('/api/training-sessions', sessionBody(training_id, more))).id;
  const readSession = async (id: string) => expectOk(await (await adminApi()).get(`/api/training-sessions/${id}`));
  const book = async (id: string, staff_id: readonly string[]): Promise<Reply> =>
    (await adminApi()).post(`/api/training-sessions/${id}/bookings`, { staff_id });
  const cancel = async (id: string, staff_id: readonly string[]): Promise<Reply> =>
    (await adminApi()).post(`/api/training-sessions/${id}/bookings/cancel`, { staff_id });
  const recordAttendance = async (
    id: string,
    attended: readonly string[],
    absent: readonly string[] = [],
  ): Promise<Reply> => (await adminApi()).post(`/api/training-sessions/${id}/attendance`, { attended, absent });
  /** `person` → booking state, in the order of booking. */
  const readBookings = async (id: string): Promise<[string, string][]> => {
    const query = `session_id=${id}&_sort=asked_at&_order=asc&_end=200`;
    const { body: rows } = await (await adminApi()).get(`/api/session-bookings?${query}`);
    return (rows as { staff_id: string; state: string }[]).map(({ staff_id, state }) => [staff_id, state]);
  };
  const waitForJobs = () => running.app.get(JobWorker, { strict: false }).drain();
  return {
    expectOk,
    adminApi,
    learnerApi,
    createClassroomTraining,
    createStaff,
    sessionBody,
    createSession,
    readSession,
    book,
    cancel,
    recordAttendance,
    readBookings,
    waitForJobs,
  };
}
