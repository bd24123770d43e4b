import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { JobWorker } from '../../src/modules/background-jobs/job-worker';
import { JobsService } from '../../src/modules/background-jobs/jobs.service';
import type { Tenant } from '../../src/tenancy/tenant';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { fixtures } from '../support/fixtures';
import { openOrganisation, type Organisation } from '../support/organisation';
import { runScheduledJob, unschedule } from '../support/scheduled-jobs';

const NOTHING = { staff_id: [], training_id: [], due_on: null };
const MANY = 300;
const HOUR = 3_600_000;

describe('jobs', () => {
  let running: RunningApp;
  let largeOrganisation: Organisation;
  let smallOrganisation: Organisation;
  beforeAll(async () => {
    running = await startApp();
    [largeOrganisation, smallOrganisation] = [await openOrganisation(running), await openOrganisation(running)];
    // Jobs run only when the test starts them.
    for (const lane of ['bulk', 'interactive']) unschedule(running, `jobs-${lane}`);
  });
  afterAll(() => running.close());

  const jobs = () => running.app.get(JobsService, { strict: false });
  const inTransaction = <T>(callback: () => Promise<T>) => running.app.get(TransactionManager).run(callback);
  const enqueueJob = (tenant: Tenant, payload: object = NOTHING) => jobs().enqueue(tenant, 'bulk_assign', payload, 0);
  const settleJobs = () => running.app.get(JobWorker, { strict: false }).drain();
  const readJob = async (organisation: Organisation, id: string) =>
    (await api(running, organisation.admin).get(`/api/jobs/${id}`)).body;

  it('of one organisation do not delay those of another', async () => {
    const lastJobOfLarge = await inTransaction(async () => {
      for (let n = 0; n < MANY; n++) await enqueueJob(largeOrganisation.tenant);
      return enqueueJob(smallOrganisation.tenant);
    });
    await settleJobs();
    const first = await readJob(smallOrganisation, lastJobOfLarge);
    expect(first.state).toBe('done');
    const endedBefore = await api(running, largeOrganisation.admin).get(
      `/api/jobs?_start=0&_end=200&updated_at_lt=${first.ended_at}`,
    );
    expect(Number(endedBefore.headers.get('x-total-count'))).toBeLessThanOrEqual(20);
    const all = await api(running, largeOrganisation.admin).get('/api/jobs?_start=0&_end=1&state=done');
    expect(all.headers.get('x-total-count')).toBe(String(MANY));
  });

  it('that keep failing are given up, audited, and can be retried by platform staff', async () => {
    const startMs = Date.now();
    running.clock.freeze(startMs);
    const job_id = await enqueueJob(smallOrganisation.tenant, {});
    for (let attemptNo = 1; attemptNo <= 8; attemptNo++) {
      await settleJobs();
      running.clock.freeze(startMs + attemptNo * 4 * HOUR);
    }
    running.clock.release();
    expect(await readJob(smallOrganisation, job_id)).toMatchObject({
      state: 'dead',
      attempts: 8,
      error_code: 'internal_error',
    });
    const platform = api(running, (await fixtures(running).platformStaff()).headers);
    const letters = (await platform.get('/api/jobs?state=dead')).body as { job_id: string; customer_id: number }[];
    expect(letters).toEqual([expect.objectContaining({ job_id, customer_id: smallOrganisation.customer_id })]);
    expect((await platform.post(`/api/jobs/${job_id}/retry`)).body).toMatchObject({ state: 'queued', attempts: 0 });
    expect((await platform.post(`/api/jobs/${job_id}/cancel`)).status).toBe(403);
    const events = (await platform.get(`/api/audit-events?subject_id=${job_id}`)).body as { action: string }[];
    expect(events.map(({ action }) => action).toSorted()).toEqual(['job.given_up', 'job.retry']);
  });

  it('that are queued are cancelled at once, and old ones are deleted after ninety days', async () => {
    const job_id = await inTransaction(async () => {
      const id = await enqueueJob(smallOrganisation.tenant);
      await jobs().cancel(smallOrganisation.tenant, id);
      return id;
    });
    expect(await readJob(smallOrganisation, job_id)).toMatchObject({ state: 'cancelled', done: 0, undo_until: null });
    running.clock.freeze(Date.now() + 95 * 24 * HOUR);
    await runScheduledJob(running, 'past-jobs');
    running.clock.release();
    expect((await api(running, smallOrganisation.admin).get(`/api/jobs/${job_id}`)).status).toBe(404);
  });
});
