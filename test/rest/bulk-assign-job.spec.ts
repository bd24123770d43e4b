import { newId } from '../../src/platform/ids';
import { JobWorker } from '../../src/tenancy/jobs/job-worker';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { openOrganisation } from '../support/organisation';
import { statementsOfRequests } from '../support/statements';
import { openPlant, type Plant } from '../support/plant';

/** 11 people × 100 trainings would take long to make; 41 × 25 is beyond a thousand as well. */
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
    for (let n = 0; n < PEOPLE; n++) staff.push((await plant.staff()).staff_id);
    const first = await plant.published({ due_days: 14 });
    trainings = [first.training_id];
    for (let n = 1; n < TRAININGS; n++) {
      const { training_id } = await plant.training({
        category_id: first.category_id,
        source_url: 'https://media.example.org/a.mp4',
        video_duration_ms: 600_000,
        due_days: 14,
      });
      const gives = [{ skill_id: first.skill_id, min_score: 0, level: 1 }];
      expect((await plant.api.put(`/api/trainings/${training_id}/skills`, gives)).status).toBe(200);
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
  const settled = async (id: string) => {
    await running.app.get(JobWorker, { strict: false }).settle();
    return job(id);
  };
  const rowsOf = async (id: string, query = '') => plant.api.get(`/api/jobs/${id}/rows?_start=0&_end=200${query}`);
  const countOf = async (query: string) =>
    Number((await plant.api.get(`/api/training-assignments?_start=0&_end=1&${query}`)).headers.get('x-total-count'));

  it('is a job: what is new is assigned, what was not plain is told row by row, and undone is what nobody has begun', async () => {
    await plant.assign(staff.slice(0, 3), trainings.slice(0, 2));
    expect((await preview()).body).toMatchObject({
      pairs: PAIRS,
      to_assign: PAIRS - 6,
      already_assigned: 6,
      conflicts: 0,
    });

    const asked = await bulk();
    expect(asked.status).toBe(202);
    const { job_id } = asked.body;
    expect(await settled(job_id)).toMatchObject({
      ...{ kind: 'bulk_assign', state: 'done', total: PAIRS, done: PAIRS },
      ...{ changed: PAIRS - 6, unchanged: 6, left_out: 0, error_code: null },
    });
    expect(await countOf('state=assigned')).toBe(PAIRS);
    const unchanged = await rowsOf(job_id, '&outcome=unchanged');
    expect(unchanged.headers.get('x-total-count')).toBe('6');
    expect(unchanged.body[0]).toMatchObject({
      ...{ outcome: 'unchanged', code: 'already_assigned', record_id: null },
      facts: { staff_id: staff[0], training_id: trainings[0] },
    });
    expect((await preview()).body).toMatchObject({ to_assign: 0, already_assigned: PAIRS });

    // Somebody begins one; another one is removed by hand.
    const [begun] = (await plant.api.get(`/api/training-assignments?staff_id=${staff[5]}&training_id=${trainings[5]}`))
      .body;
    const learner = plant.as(await plant.learner(staff[5]!));
    expect((await learner.get(`/api/trainings/${trainings[5]}/video-link`)).status).toBe(200);
    const [gone] = (await plant.api.get(`/api/training-assignments?staff_id=${staff[6]}&training_id=${trainings[6]}`))
      .body;
    await plant.api.post('/api/training-assignments/remove', { assignment_id: [gone.assignment_id] });

    const undoing = await plant.api.post(`/api/jobs/${job_id}/undo`);
    expect(undoing.body).toMatchObject({ state: 'undoing', total: PAIRS - 6, done: 0 });
    expect(await settled(job_id)).toMatchObject({ state: 'undone', undone: PAIRS - 8, undo_until: null });
    const left = (await rowsOf(job_id, '&outcome=undo_left')).body as { code: string; record_id: string }[];
    expect(left.map(({ code, record_id }) => [code, record_id])).toEqual(
      expect.arrayContaining([
        ['begun', begun.assignment_id],
        ['removed_since', gone.assignment_id],
      ]),
    );
    expect(left).toHaveLength(2);
    // What was assigned before, and what was begun.
    expect(await countOf('state=assigned')).toBe(6);
    expect(await countOf('state=in_progress')).toBe(1);
    expect((await plant.api.post(`/api/jobs/${job_id}/undo`)).status).toBe(409);
  });

  it('takes up again what was removed, leaves out who has left meanwhile, and cannot be cancelled when it is done', async () => {
    const { job_id } = (await bulk()).body;
    const leaving = staff.at(-1)!;
    expect(
      (await plant.api.post(`/api/staff/${leaving}/leave`, { last_active_day: '2026-01-31' })).status,
    ).toBeLessThan(300);
    const done = await settled(job_id);
    expect(done.state).toBe('done');
    expect(done.changed + done.unchanged + done.left_out).toBe(PAIRS);
    const late = (await rowsOf(job_id, '&outcome=left_out')).body as { code: string; facts: { staff_id: string } }[];
    expect(new Set(late.map(({ code }) => code))).toEqual(new Set(late.length ? ['staff_not_active'] : []));
    expect((await plant.api.post(`/api/jobs/${job_id}/cancel`)).body.code).toBe('job_not_open');
  });

  it('is checked as a whole before: nothing is begun for somebody who is not there, or for more than a job takes', async () => {
    const unknown = await plant.api.post('/api/training-assignments/bulk', {
      staff_id: [...staff.slice(0, PEOPLE - 1), newId()],
      training_id: trainings,
    });
    expect(unknown.status).toBe(422);
    const many = await plant.api.post('/api/training-assignments/bulk', {
      staff_id: Array.from({ length: 1000 }, () => newId()),
      training_id: Array.from({ length: 101 }, () => newId()),
    });
    expect(many.body).toMatchObject({ statusCode: 422, code: 'too_many_pairs' });
    const wire = await plant.api.post('/S_QUIZ_PLAY_DETAILS/SaveTrainingListByT', {
      staff_id: staff,
      training_id: trainings,
    });
    expect(wire.body.message).toContain('bulk job');
  });

  it('is previewed, and its jobs are told, in as many statements for a thousand pairs as for ten', async () => {
    const counted = async (work: () => Promise<{ status: number; body: unknown }>) => {
      const sent = await statementsOfRequests(async () => expect((await work()).status).toBe(200));
      expect(sent.length).toBeGreaterThan(0);
      return sent.length;
    };
    const previewed = (people: number, most: number) =>
      counted(() =>
        plant.api.post('/api/training-assignments/bulk/preview', {
          staff_id: staff.slice(0, people),
          training_id: trainings.slice(0, most),
        }),
      );
    expect(await previewed(PEOPLE - 1, TRAININGS)).toBe(await previewed(2, 5));
    const [{ job_id }] = (await plant.api.get('/api/jobs')).body;
    // Of pages that are full: of a list that ends with its page nobody counts the rest.
    const told = (path: string, rows: number) => counted(() => plant.api.get(`${path}?_start=0&_end=${rows}`));
    expect(await told('/api/jobs', 2)).toBe(await told('/api/jobs', 1));
    expect(await told(`/api/jobs/${job_id}/rows`, 200)).toBe(await told(`/api/jobs/${job_id}/rows`, 1));
    expect(await counted(() => plant.api.get(`/api/jobs/${job_id}`))).toBeLessThanOrEqual(2);
  });

  it('is nobody else’s: another organisation’s admin and a learner do not find it', async () => {
    const [{ job_id }] = (await plant.api.get('/api/jobs')).body;
    const other = await openOrganisation(running);
    expect((await api(running, other.admin).get('/api/jobs')).body).toEqual([]);
    for (const path of ['', '/rows'])
      expect((await api(running, other.admin).get(`/api/jobs/${job_id}${path}`)).status).toBe(404);
    for (const what of ['cancel', 'undo'])
      expect((await api(running, other.admin).post(`/api/jobs/${job_id}/${what}`)).status).toBe(404);
    // A learner has those that they asked for.
    const learner = plant.as(await plant.learner(staff[0]!));
    expect((await learner.get('/api/jobs')).body).toEqual([]);
    for (const path of ['', '/rows']) expect((await learner.get(`/api/jobs/${job_id}${path}`)).status).toBe(404);
    expect((await learner.post(`/api/jobs/${job_id}/undo`)).status).toBe(403);
  });
});
