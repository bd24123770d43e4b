import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppModule } from '../../src/app.module';
import { Clock } from '../../src/common/clock';
import { loadConfig } from '../../src/infrastructure/config/load-config';
import { createServer } from '../../src/infrastructure/http/server';
import { api, type Reply } from '../support/api';
import { createLargeOrganisation, type LargeOrganisation } from '../support/large-organisation';
import { createTestDatabase } from '../support/database';
import { waitUntil } from '../support/eventually';
import { startProcess, type ProductProcess } from '../support/product-process';

/** Staff and trainings: ten thousand pairs in twenty-five batches. */
const SIZE = 100;

describe('a large assignment', () => {
  let folder: string;
  let drop: () => Promise<void>;
  let env: Record<string, string>;
  let crowd: LargeOrganisation;
  let running: ProductProcess;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'skilgrid-jobs-'));
    const database = await createTestDatabase();
    drop = database.drop;
    env = {
      DATA_DIR: folder,
      DATABASE_URL: database.url,
      JWT_SECRET: 'a secret of the tests, long enough to be accepted',
    };
    const config = loadConfig({ NODE_ENV: 'test', SEED_DEMO: 'off', ...env });
    const app = await createServer(AppModule.forRoot(config), config);
    const setupApp = {
      app,
      url: '',
      config,
      clock: app.get(Clock),
      mails: async () => [],
      close: async () => undefined,
    };
    crowd = await createLargeOrganisation(setupApp, SIZE);
    await app.close();
    running = await startProcess(env);
  });
  afterAll(async () => {
    await running?.kill();
    await drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const admin = () => api(running, crowd.admin);
  const bulkBody = (trainings: readonly string[]) => ({ staff_id: crowd.staff, training_id: trainings });
  const start = async (trainings: readonly string[]): Promise<string> => {
    const { status, body } = await admin().post('/api/training-assignments/bulk', bulkBody(trainings));
    expect(status).toBe(202);
    return body.job_id as string;
  };
  const job = async (id: string): Promise<Reply['body']> => (await admin().get(`/api/jobs/${id}`)).body;
  const total = async (path: string): Promise<number> =>
    Number((await admin().get(`${path}_start=0&_end=1`)).headers.get('x-total-count'));

  it('resumes after its process was killed, assigning each pair once', async () => {
    const trainings = crowd.trainings.slice(0, SIZE);
    const preview = (await admin().post('/api/training-assignments/bulk/preview', bulkBody(trainings))).body;
    const job_id = await start(trainings);
    await waitUntil(async () => (await job(job_id)).done > 0);
    await running.kill();
    running = await startProcess(env);
    const resumedJob = await job(job_id);
    expect(resumedJob.state).toBe('running');
    expect(resumedJob.done).toBeLessThan(resumedJob.total);
    await waitUntil(async () => (await job(job_id)).state === 'done');
    const finishedJob = await job(job_id);
    expect(finishedJob).toMatchObject({
      total: preview.pairs,
      done: preview.pairs,
      changed: preview.to_assign,
      left_out: 0,
    });
    expect(finishedJob.unchanged).toBe(preview.already_assigned);
    expect(await total(`/api/jobs/${job_id}/rows?outcome=changed&`)).toBe(finishedJob.changed);
    const after = (await admin().post('/api/training-assignments/bulk/preview', bulkBody(trainings))).body;
    expect(after).toMatchObject({ to_assign: 0, already_assigned: preview.pairs });

    // Undo: removes exactly the unstarted assignments of this job.
    await admin().post(`/api/jobs/${job_id}/undo`);
    await waitUntil(async () => (await job(job_id)).state === 'undone');
    expect((await job(job_id)).undone).toBe(finishedJob.changed);
    const previewAfterUndo = (await admin().post('/api/training-assignments/bulk/preview', bulkBody(trainings))).body;
    expect(previewAfterUndo).toMatchObject({ to_assign: preview.to_assign, removed_before: finishedJob.changed });
  });

  it('can be cancelled between two batches and then undone', async () => {
    const job_id = await start(crowd.trainings.slice(0, SIZE));
    await waitUntil(async () => (await job(job_id)).done > 0);
    expect((await admin().post(`/api/jobs/${job_id}/cancel`)).status).toBe(200);
    await waitUntil(async () => (await job(job_id)).state === 'cancelled');
    const cancelledJob = await job(job_id);
    expect(cancelledJob.done).toBeLessThan(cancelledJob.total);
    expect(await total(`/api/jobs/${job_id}/rows?outcome=changed&`)).toBe(cancelledJob.changed);
    expect((await admin().post(`/api/jobs/${job_id}/undo`)).body).toMatchObject({ state: 'undoing' });
    await waitUntil(async () => (await job(job_id)).state === 'undone');
    expect((await job(job_id)).undone).toBe(cancelledJob.changed);
  });
});
