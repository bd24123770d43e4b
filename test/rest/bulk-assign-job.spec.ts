import { newId } from '../../src/common/ids';
import { JobWorker } from '../../src/modules/background-jobs/job-worker';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { openOrganisation } from '../support/organisation';
import { statementsOfRequests } from '../support/recorded-statements';
import { openPlant, type Plant } from '../support/plant';

/** More than a thousand pairs by 41 × 25, which is faster to create than 11 × 100. */
const PEOPLE = 41;
const TRAININGS = 25;
const PAIRS = PEOPLE * TRAININGS;

describe('assigning more than a thousand pairs', () => {
  let running: RunningApp;
  let plant: Plant;
  let staff: string[];
  let trainings: string[];

  beforeAll(async () => {
    running = await startApp();
    plant = await openPlant(running, { staff: 200, trainings: 200 });
    staff = [];
    for (let n = 0; n < PEOPLE; n++) staff.push((await plant.createStaff()).staff_id);
    const first = await plant.createPublishedTraining({ due_days: 14 });
    trainings = [first.training_id];
    for (let n = 1; n < TRAININGS; n++) {
      const { training_id } = await plant.createTraining({
        category_id: first.category_id,
        source_url: 'https://media.example.org/a.mp4',
        video_duration_ms: 600_000,
        due_days: 14,
      });
      const skillBands = [{ skill_id: first.skill_id, min_score: 0, level: 1 }];
      expect((await plant.api.put(`/api/trainings/${training_id}/skills`, skillBands)).status).toBe(200);
      expect((await plant.api.post(`/api/trainings/${training_id}/publish`)).status).toBe(200);
      trainings.push(training_id);
    }
  });
  afterAll(() => running.close());

  const bulk = (more: object = {}) =>
    plant.api.post('/api/training-assignments/bulk', { staff_id: staff, training_id: trainings, ...more });
  const preview = () =>
    plant.api.post('/api/training-assignments/bulk/preview', { staff_id: staff, training_id: trainings });
  const job = async (id: string) => (await plant.api.get(`/api/jobs/${id}`)).body;
  const waitForJob = async (id: string) => {
    await running.app.get(JobWorker, { strict: false }).drain();
    return job(id);
  };
  const rowsOf = async (id: string, query = '') => plant.api.get(`/api/jobs/${id}/rows?_start=0&_end=200${query}`);
  const countOf = async (query: string) =>
    Number((await plant.api.get(`/api/training-assignments?_start=0&_end=1&${query}`)).headers.get('x-total-count'));

  it('is a job that reports skipped rows one by one, and its undo keeps started assignments', async () => {
    await plant.assign(staff.slice(0, 3), trainings.slice(0, 2));
    expect((await preview()).body).toMatchObject({
      pairs: PAIRS,
      to_assign: PAIRS - 6,
      already_assigned: 6,
      conflicts: 0,
    });

    const bulkReply = await bulk();
    expect(bulkReply.status).toBe(202);
    const { job_id } = bulkReply.body;
    expect(await waitForJob(job_id)).toMatchObject({
      kind: 'bulk_assign',
      state: 'done',
      total: PAIRS,
      done: PAIRS,
      changed: PAIRS - 6,
      unchanged: 6,
      left_out: 0,
      error_code: null,
    });
    expect(await countOf('state=assigned')).toBe(PAIRS);
    const unchanged = await rowsOf(job_id, '&outcome=unchanged');
    expect(unchanged.headers.get('x-total-count')).toBe('6');
    expect(unchanged.body[0]).toMatchObject({
      outcome: 'unchanged',
      code: 'already_assigned',
      record_id: null,
      facts: { staff_id: staff[0], training_id: trainings[0] },
    });
    expect((await preview()).body).toMatchObject({ to_assign: 0, already_assigned: PAIRS });

    // One assignment is started, another one is removed by hand.
    const [startedAssignment] = (
      await plant.api.get(`/api/training-assignments?staff_id=${staff[5]}&training_id=${trainings[5]}`)
    ).body;
    const learner = plant.as(await plant.signInLearner(staff[5]!));
    expect((await learner.get(`/api/trainings/${trainings[5]}/video-link`)).status).toBe(200);
    const [removedAssignment] = (
      await plant.api.get(`/api/training-assignments?staff_id=${staff[6]}&training_id=${trainings[6]}`)
    ).body;
    await plant.api.post('/api/training-assignments/remove', { assignment_id: [removedAssignment.assignment_id] });

    const undoReply = await plant.api.post(`/api/jobs/${job_id}/undo`);
    expect(undoReply.body).toMatchObject({ state: 'undoing', total: PAIRS - 6, done: 0 });
    expect(await waitForJob(job_id)).toMatchObject({ state: 'undone', undone: PAIRS - 8, undo_until: null });
    const undoLeftRows = (await rowsOf(job_id, '&outcome=undo_left')).body as { code: string; record_id: string }[];
    expect(undoLeftRows.map(({ code, record_id }) => [code, record_id])).toEqual(
      expect.arrayContaining([
        ['begun', startedAssignment.assignment_id],
        ['removed_since', removedAssignment.assignment_id],
      ]),
    );
    expect(undoLeftRows).toHaveLength(2);
    // Assignments from before and the started one remain.
    expect(await countOf('state=assigned')).toBe(6);
    expect(await countOf('state=in_progress')).toBe(1);
    expect((await plant.api.post(`/api/jobs/${job_id}/undo`)).status).toBe(409);
  });

  it('restores removed assignments, skips people who have left, and cannot be cancelled when done', async () => {
    const { job_id } = (await bulk()).body;
    const leaverId = staff.at(-1)!;
    expect(
      (await plant.api.post(`/api/staff/${leaverId}/leave`, { last_active_day: '2026-01-31' })).status,
    ).toBeLessThan(300);
    const done = await waitForJob(job_id);
    expect(done.state).toBe('done');
    expect(done.changed + done.unchanged + done.left_out).toBe(PAIRS);
    const leftOutRows = (await rowsOf(job_id, '&outcome=left_out')).body as {
      code: string;
      facts: { staff_id: string };
    }[];
    expect(new Set(leftOutRows.map(({ code }) => code))).toEqual(
      new Set(leftOutRows.length ? ['staff_not_active'] : []),
    );
    expect((await plant.api.post(`/api/jobs/${job_id}/cancel`)).body.code).toBe('job_not_open');
  });

  it('is validated before: an unknown person or too many pairs start no job', async () => {
    const unknownStaffReply = await plant.api.post('/api/training-assignments/bulk', {
      staff_id: [...staff.slice(0, PEOPLE - 1), newId()],
      training_id: trainings,
    });
    expect(unknownStaffReply.status).toBe(422);
    const tooLargeReply = await plant.api.post('/api/training-assignments/bulk', {
      staff_id: Array.from({ length: 1000 }, () => newId()),
      training_id: Array.from({ length: 101 }, () => newId()),
    });
    expect(tooLargeReply.body).toMatchObject({ statusCode: 422, code: 'too_many_pairs' });
    const legacyReply = await plant.api.post('/S_QUIZ_PLAY_DETAILS/SaveTrainingListByT', {
      staff_id: staff,
      training_id: trainings,
    });
    expect(legacyReply.body.message).toContain('bulk job');
  });

  it('costs the same number of statements for 1,000 pairs as for ten in preview and job lists', async () => {
    const countStatements = async (request: () => Promise<{ status: number; body: unknown }>) => {
      const statements = await statementsOfRequests(async () => expect((await request()).status).toBe(200));
      expect(statements.length).toBeGreaterThan(0);
      return statements.length;
    };
    const countForPreview = (people: number, maxStatements: number) =>
      countStatements(() =>
        plant.api.post('/api/training-assignments/bulk/preview', {
          staff_id: staff.slice(0, people),
          training_id: trainings.slice(0, maxStatements),
        }),
      );
    expect(await countForPreview(PEOPLE - 1, TRAININGS)).toBe(await countForPreview(2, 5));
    const [{ job_id }] = (await plant.api.get('/api/jobs')).body;
    // Full pages only: a shorter page needs no count statement.
    const countForList = (path: string, rows: number) =>
      countStatements(() => plant.api.get(`${path}?_start=0&_end=${rows}`));
    expect(await countForList('/api/jobs', 2)).toBe(await countForList('/api/jobs', 1));
    expect(await countForList(`/api/jobs/${job_id}/rows`, 200)).toBe(await countForList(`/api/jobs/${job_id}/rows`, 1));
    expect(await countStatements(() => plant.api.get(`/api/jobs/${job_id}`))).toBeLessThanOrEqual(2);
  });

  it('is not found by another organisation’s admin or a learner', async () => {
    const [{ job_id }] = (await plant.api.get('/api/jobs')).body;
    const other = await openOrganisation(running);
    expect((await api(running, other.admin).get('/api/jobs')).body).toEqual([]);
    for (const path of ['', '/rows'])
      expect((await api(running, other.admin).get(`/api/jobs/${job_id}${path}`)).status).toBe(404);
    for (const command of ['cancel', 'undo'])
      expect((await api(running, other.admin).post(`/api/jobs/${job_id}/${command}`)).status).toBe(404);
    // A learner sees own jobs only.
    const learner = plant.as(await plant.signInLearner(staff[0]!));
    expect((await learner.get('/api/jobs')).body).toEqual([]);
    for (const path of ['', '/rows']) expect((await learner.get(`/api/jobs/${job_id}${path}`)).status).toBe(404);
    expect((await learner.post(`/api/jobs/${job_id}/undo`)).status).toBe(403);
  });
});
