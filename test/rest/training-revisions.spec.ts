import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { JobWorker } from '../../src/modules/background-jobs/job-worker';
import { RetrainingService } from '../../src/modules/trainings/retraining.service';
import { startApp, type RunningApp } from '../support/app';
import { openPlant, type Plant } from '../support/plant';
import { assignmentRuleFixture } from '../support/assignment-rules';
import { disableJob } from '../support/scheduled-jobs';

const PAGE = 'https://docs.example.org/lockout';

describe('published revisions and training again', () => {
  let running: RunningApp;
  let plant: Plant;
  let training_id: string;
  beforeAll(async () => {
    running = await startApp();
    for (const job of ['notices', 'renewals', 'assignment-rules']) disableJob(running, job);
  });
  beforeEach(async () => {
    running.clock.freeze('2036-03-03T09:00:00Z');
    plant = await openPlant(running);
    ({ training_id } = await plant.createPublishedTraining({
      type: 'link',
      source_url: PAGE,
      video_duration_ms: null,
      due_days: 14,
    }));
  });
  afterEach(() => running.clock.release());
  afterAll(() => running.close());

  const people = (count: number) =>
    Promise.all(Array.from({ length: count }, async () => (await plant.createStaff()).staff_id));
  const settle = () => running.app.get(JobWorker, { strict: false }).drain();
  const change = async (to = `${PAGE}/${running.clock.now()}`) => {
    running.clock.advance(1_000);
    expect((await plant.api.patch(`/api/trainings/${training_id}`, { source_url: to })).status).toBe(200);
    return (await revisions()).content_revision;
  };
  const completeTraining = async (staff_id: string) => {
    const mine = plant.as(await plant.signInLearner(staff_id));
    await mine.get(`/api/trainings/${training_id}/document`);
    running.clock.advance(2_000);
    await mine.post(`/api/trainings/${training_id}/document/pages`, { pages: [1] });
    const reply = await mine.post(`/api/trainings/${training_id}/document/acknowledgement`);
    expect(reply.body).toMatchObject({ training_completed: true });
  };
  const done = async (count: number) => {
    const staff_id = await people(count);
    await plant.assign(staff_id, [training_id]);
    for (const each of staff_id) await completeTraining(each);
    return staff_id;
  };
  const revisions = async () => (await plant.api.get(`/api/trainings/${training_id}/revisions`)).body;
  const publish = (content_revision: number, train_again: boolean, more: object = {}) =>
    plant.api.post(`/api/trainings/${training_id}/revisions`, { content_revision, train_again, ...more });
  const cycles = async (staff_id: string) =>
    (
      (await plant.api.get(`/api/training-assignments?staff_id=${staff_id}&training_id=${training_id}`)).body as {
        cycle: number;
        state: string;
        due_on: string | null;
        reasons: { source: string }[];
      }[]
    )
      .toSorted((a, b) => a.cycle - b.cycle)
      .map(({ cycle, state, due_on, reasons }) => [cycle, state, due_on, reasons.map(({ source }) => source)]);

  it('begins with the first publication; archived and brought back, or a draft again, it has that one', async () => {
    const { content_revision } = await revisions();
    expect(await revisions()).toEqual({
      content_revision,
      published_revision: content_revision,
      completed: 0,
      revisions: [
        {
          revision: content_revision,
          published_at: '2036-03-03T09:00:00.000Z',
          published_by: null,
          note: null,
          train_again: null,
          people: null,
          job_id: null,
        },
      ],
    });
    await plant.api.post(`/api/trainings/${training_id}/archive`);
    await plant.api.post(`/api/trainings/${training_id}/unarchive`);
    expect((await revisions()).revisions).toHaveLength(1);
    expect(await publish(content_revision, true)).toMatchObject({
      status: 409,
      body: { code: 'revision_published', facts: { revision: content_revision } },
    });
  });

  it('with train_again, people who completed it get the next cycle once, by a job, and the revision is recorded', async () => {
    const [one, two] = await done(2);
    const [open] = await people(1);
    await plant.assign([open!], [training_id]);
    const before = (await revisions()).published_revision;
    const newRevision = await change();
    expect(await revisions()).toMatchObject({
      content_revision: newRevision,
      published_revision: before,
      completed: 2,
    });
    const first = await publish(newRevision, true, { note: ' New locks ' });
    expect(first).toMatchObject({
      status: 200,
      body: { revision: newRevision, train_again: true, people: 2, note: 'New locks' },
    });
    expect(await publish(newRevision, true, { note: 'Again' })).toMatchObject({ status: 200, body: first.body });
    expect((await publish(newRevision, false)).body.code).toBe('revision_published');
    await settle();
    for (const each of [one!, two!])
      expect(await cycles(each)).toEqual([
        [1, 'completed', '2036-03-17', ['manual']],
        [2, 'assigned', '2036-03-17', ['manual']],
      ]);
    expect(await cycles(open!)).toEqual([[1, 'assigned', '2036-03-17', ['manual']]]);
    const job = (await plant.api.get(`/api/jobs/${first.body.job_id}`)).body;
    expect(job).toMatchObject({ kind: 'train_again', state: 'done', total: 2, done: 2, changed: 2 });
    const notices = (await plant.as(await plant.signInLearner(one!)).get('/api/notices')).body.notices;
    expect(notices[0]).toMatchObject({ kind: 'assigned', detail: 'renewal', training_id });
    expect((await revisions()).completed).toBe(0);
    const events = (await plant.api.get('/api/audit-events?action=training.publish_anew')).body;
    expect(events).toMatchObject([{ subject_id: training_id, became: { people: 2, train_again: true } }]);
  });

  it('without train_again, people keep their completion and get no new cycle', async () => {
    const [one] = await done(1);
    const newRevision = await change();
    expect(await publish(newRevision, false)).toMatchObject({
      status: 200,
      body: { train_again: false, people: 1, job_id: null },
    });
    await settle();
    expect(await cycles(one!)).toEqual([[1, 'completed', '2036-03-17', ['manual']]]);
    expect(await revisions()).toMatchObject({ published_revision: newRevision, content_revision: newRevision });
  });

  it('train_again covers employed people who completed the earlier content, with their reasons', async () => {
    const rules = assignmentRuleFixture(running, plant);
    const role = await rules.createNamed('job-roles', 'Fitter');
    const staff_id = (await plant.createStaff({ job_role_id: role })).staff_id;
    await rules.createRule('Fitters', [training_id], { job_role_id: role });
    await rules.waitForJobs();
    await completeTraining(staff_id);
    const [leaver, late] = await done(2);
    await plant.api.post(`/api/staff/${leaver}/leave`, { last_active_day: '2036-03-02' });
    const [reader] = await people(1);
    await plant.assign([reader!], [training_id]);
    const newRevision = await change();
    expect((await revisions()).completed).toBe(2);
    await publish(newRevision, true);
    running.clock.advance(1_000);
    await completeTraining(reader!);
    await settle();
    expect((await cycles(staff_id)).map(([, state, , reasons]) => [state, reasons])).toEqual([
      ['completed', ['rule']],
      ['assigned', ['rule']],
    ]);
    expect(await cycles(late!)).toHaveLength(2);
    expect(await cycles(leaver!)).toHaveLength(1);
    expect((await cycles(reader!)).map(([, state]) => state)).toEqual(['completed']);
  });

  it('published twice at once is one revision and one job', async () => {
    await done(1);
    const newRevision = await change();
    const both = await Promise.all([publish(newRevision, true), publish(newRevision, true)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both[0]!.body).toEqual(both[1]!.body);
    const jobs = (await plant.api.get('/api/jobs?_end=50')).body as { kind: string }[];
    expect(jobs.filter(({ kind }) => kind === 'train_again')).toHaveLength(1);
  });

  it('is refused for stale content, for an archived training, and without train_again', async () => {
    const before = await change();
    const newRevision = await change(`${PAGE}/other`);
    expect(await publish(before, true)).toMatchObject({ status: 412 });
    const path = `/api/trainings/${training_id}/revisions`;
    expect(await plant.api.post(path, { content_revision: newRevision })).toMatchObject({
      status: 422,
      body: { details: { train_again: [expect.anything()] } },
    });
    expect(await plant.api.post(path, { content_revision: '7', train_again: true })).toMatchObject({ status: 422 });
    await plant.api.post(`/api/trainings/${training_id}/archive`);
    expect(await publish(newRevision, true)).toMatchObject({ status: 409, body: { code: 'wrong_status' } });
    const other = await openPlant(running);
    expect((await other.api.get(path)).status).toBe(404);
    expect((await other.api.post(path, { content_revision: newRevision, train_again: true })).status).toBe(404);
  });

  it('archived before the job runs, no cycle begins; an unused training can be deleted', async () => {
    const [one] = await done(1);
    await plant.api.post(`/api/trainings/${training_id}/archive`);
    const order = { training_id, until: running.clock.now() };
    const again = running.app.get(RetrainingService, { strict: false });
    await running.app.get(TransactionManager).run(() => again.enqueue(plant.tenant, order, 1));
    await settle();
    expect(await cycles(one!)).toHaveLength(1);
    const unused = (await plant.createPublishedTraining()).training_id;
    expect((await plant.api.delete(`/api/trainings/${unused}`)).status).toBeLessThan(300);
  });
});
