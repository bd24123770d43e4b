import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppModule } from '../../src/app.module';
import { Clock } from '../../src/platform/clock';
import { loadConfig } from '../../src/platform/config/load-config';
import { createServer } from '../../src/platform/http/server';
import { api, type Reply } from '../support/api';
import { openCrowd, type Crowd } from '../support/crowd';
import { testDatabase } from '../support/database';
import { until } from '../support/eventually';
import { startProcess, type ProductProcess } from '../support/process';

/** People and trainings: ten thousand pairs, in twenty-five portions. */
const SIZE = 100;

describe('a large assignment', () => {
  let folder: string;
  let drop: () => Promise<void>;
  let env: Record<string, string>;
  let crowd: Crowd;
  let running: ProductProcess;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'skilgrid-jobs-'));
    const database = await testDatabase();
    drop = database.drop;
    env = {
      DATA_DIR: folder,
      DATABASE_URL: database.url,
      JWT_SECRET: 'a secret of the tests, long enough to be accepted',
    };
    const config = loadConfig({ NODE_ENV: 'test', SEED_DEMO: 'off', ...env });
    const app = await createServer(AppModule.with(config), config);
    const served = { app, url: '', config, clock: app.get(Clock), mails: async () => [], close: async () => undefined };
    crowd = await openCrowd(served, SIZE);
    await app.close();
    running = await startProcess(env);
  });
  afterAll(async () => {
    await running?.kill();
    await drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const admin = () => api(running, crowd.admin);
  const order = (trainings: readonly string[]) => ({ staff_id: crowd.staff, training_id: trainings });
  const start = async (trainings: readonly string[]): Promise<string> => {
    const { status, body } = await admin().post('/api/training-assignments/bulk', order(trainings));
    expect(status).toBe(202);
    return body.job_id as string;
  };
  const job = async (id: string): Promise<Reply['body']> => (await admin().get(`/api/jobs/${id}`)).body;
  const total = async (path: string): Promise<number> =>
    Number((await admin().get(`${path}_start=0&_end=1`)).headers.get('x-total-count'));

  it('goes on where it was when its process is killed in its middle: each pair is assigned once', async () => {
    const trainings = crowd.trainings.slice(0, SIZE);
    const preview = (await admin().post('/api/training-assignments/bulk/preview', order(trainings))).body;
    const job_id = await start(trainings);
    await until(async () => (await job(job_id)).done > 0);
    await running.kill();
    running = await startProcess(env);
    const found = await job(job_id);
    expect(found.state).toBe('running');
    expect(found.done).toBeLessThan(found.total);
    await until(async () => (await job(job_id)).state === 'done');
    const done = await job(job_id);
    expect(done).toMatchObject({ total: preview.pairs, done: preview.pairs, changed: preview.to_assign, left_out: 0 });
    expect(done.unchanged).toBe(preview.already_assigned);
    expect(await total(`/api/jobs/${job_id}/rows?outcome=changed&`)).toBe(done.changed);
    const after = (await admin().post('/api/training-assignments/bulk/preview', order(trainings))).body;
    expect(after).toMatchObject({ to_assign: 0, already_assigned: preview.pairs });

    // And back: what nobody has begun is taken back, and no more than this job had assigned.
    await admin().post(`/api/jobs/${job_id}/undo`);
    await until(async () => (await job(job_id)).state === 'undone');
    expect((await job(job_id)).undone).toBe(done.changed);
    const back = (await admin().post('/api/training-assignments/bulk/preview', order(trainings))).body;
    expect(back).toMatchObject({ to_assign: preview.to_assign, removed_before: done.changed });
  });

  it('is stopped between two portions, and what it did by then can be taken back', async () => {
    const job_id = await start(crowd.trainings.slice(0, SIZE));
    await until(async () => (await job(job_id)).done > 0);
    expect((await admin().post(`/api/jobs/${job_id}/cancel`)).status).toBe(200);
    await until(async () => (await job(job_id)).state === 'cancelled');
    const stopped = await job(job_id);
    expect(stopped.done).toBeLessThan(stopped.total);
    expect(await total(`/api/jobs/${job_id}/rows?outcome=changed&`)).toBe(stopped.changed);
    expect((await admin().post(`/api/jobs/${job_id}/undo`)).body).toMatchObject({ state: 'undoing' });
    await until(async () => (await job(job_id)).state === 'undone');
    expect((await job(job_id)).undone).toBe(stopped.changed);
  });
});
