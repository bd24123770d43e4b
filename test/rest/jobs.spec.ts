import { Transactions } from '../../src/platform/database/transactions';
import { JobWorker } from '../../src/tenancy/jobs/job-worker';
import { Jobs } from '../../src/tenancy/jobs/jobs.service';
import type { Tenant } from '../../src/tenancy/tenant';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { given } from '../support/given';
import { openOrganisation, type Organisation } from '../support/organisation';
import { swept, unscheduled } from '../support/sweeps';

const NOTHING = { staff_id: [], training_id: [], due_on: null };
const MANY = 300;
const HOUR = 3_600_000;

describe('jobs', () => {
  let running: RunningApp;
  let large: Organisation;
  let small: Organisation;
  beforeAll(async () => {
    running = await startApp();
    [large, small] = [await openOrganisation(running), await openOrganisation(running)];
    // They run when they are told to.
    for (const lane of ['bulk', 'interactive']) unscheduled(running, `jobs-${lane}`);
  });
  afterAll(() => running.close());

  const jobs = () => running.app.get(Jobs, { strict: false });
  const together = <T>(work: () => Promise<T>) => running.app.get(Transactions).run(work);
  const owe = (tenant: Tenant, payload: object = NOTHING) => jobs().enqueue(tenant, 'bulk_assign', payload, 0);
  const settle = () => running.app.get(JobWorker, { strict: false }).settle();
  const seen = async (who: Organisation, id: string) => (await api(running, who.admin).get(`/api/jobs/${id}`)).body;

  it('of one organisation, however many, do not delay the first of another one', async () => {
    const theirs = await together(async () => {
      for (let n = 0; n < MANY; n++) await owe(large.tenant);
      return owe(small.tenant);
    });
    await settle();
    const first = await seen(small, theirs);
    expect(first.state).toBe('done');
    const before = await api(running, large.admin).get(`/api/jobs?_start=0&_end=200&updated_at_lt=${first.ended_at}`);
    expect(Number(before.headers.get('x-total-count'))).toBeLessThanOrEqual(20);
    const all = await api(running, large.admin).get('/api/jobs?_start=0&_end=1&state=done');
    expect(all.headers.get('x-total-count')).toBe(String(MANY));
  });

  it('that fail again and again are given up, told in the audit log, and tried again by platform staff', async () => {
    const now = Date.now();
    running.clock.freeze(now);
    const job_id = await owe(small.tenant, {});
    for (let tries = 1; tries <= 8; tries++) {
      await settle();
      running.clock.freeze(now + tries * 4 * HOUR);
    }
    running.clock.release();
    expect(await seen(small, job_id)).toMatchObject({ state: 'dead', attempts: 8, error_code: 'internal_error' });
    const platform = api(running, (await given(running).platformStaff()).headers);
    const letters = (await platform.get('/api/jobs?state=dead')).body as { job_id: string; customer_id: number }[];
    expect(letters).toEqual([expect.objectContaining({ job_id, customer_id: small.customer_id })]);
    expect((await platform.post(`/api/jobs/${job_id}/retry`)).body).toMatchObject({ state: 'queued', attempts: 0 });
    expect((await platform.post(`/api/jobs/${job_id}/cancel`)).status).toBe(403);
    const events = (await platform.get(`/api/audit-events?subject_id=${job_id}`)).body as { action: string }[];
    expect(events.map(({ action }) => action).toSorted()).toEqual(['job.given_up', 'job.retry']);
  });

  it('that nobody has begun are cancelled at once, and those of ninety days ago are forgotten', async () => {
    const job_id = await together(async () => {
      const id = await owe(small.tenant);
      await jobs().cancel(small.tenant, id);
      return id;
    });
    expect(await seen(small, job_id)).toMatchObject({ state: 'cancelled', done: 0, undo_until: null });
    running.clock.freeze(Date.now() + 95 * 24 * HOUR);
    await swept(running, 'past-jobs');
    running.clock.release();
    expect((await api(running, small.admin).get(`/api/jobs/${job_id}`)).status).toBe(404);
  });
});
