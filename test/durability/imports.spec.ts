import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppModule } from '../../src/app.module';
import { Clock } from '../../src/platform/clock';
import { loadConfig } from '../../src/platform/config/load-config';
import { createServer } from '../../src/platform/http/server';
import { api } from '../support/api';
import { testDatabase } from '../support/database';
import { until } from '../support/eventually';
import { given, type Registered } from '../support/given';
import { imports } from '../support/imports';
import { startProcess, type ProductProcess } from '../support/process';

const PEOPLE = 2_000;

describe('a large import', () => {
  let folder: string;
  let drop: () => Promise<void>;
  let env: Record<string, string>;
  let plant: Registered;
  let running: ProductProcess;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'skilgrid-imports-'));
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
    // With an account: an import is done with the rights that its asker has then.
    plant = await given(served).organisation({ name: 'Plant', staffLimit: PEOPLE });
    await app.close();
    running = await startProcess(env);
  });
  afterAll(async () => {
    await running?.kill();
    await drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const staff = async (): Promise<number> =>
    Number((await api(running, plant.admin).get('/api/staff?_start=0&_end=1')).headers.get('x-total-count'));

  it('goes on where it was when its process is killed in its middle: nobody is lost, nobody there twice', async () => {
    const its = () => imports(running, plant.admin);
    const lines = Array.from(
      { length: PEOPLE },
      (_, n) => `P-${n},Asha,Rao ${n},2024-03-01,${n ? `P-${(n - 1) >> 1}` : ''}`,
    );
    const told = await its().checked('staff', `staff_code,first_name,last_name,joined,manager_id\n${lines.join('\n')}`);
    expect(told.counts).toEqual({ create: PEOPLE, update: 0, skip: 0, error: 0 });
    const { body } = await its().start(told.import_id);
    await until(async () => (await its().job(body.job_id)).done > 0);
    await running.kill();
    running = await startProcess(env);
    const found = await its().job(body.job_id);
    expect([found.state, found.done < PEOPLE]).toEqual(['running', true]);
    await until(async () => (await its().job(body.job_id)).state === 'done');
    expect(await its().job(body.job_id)).toMatchObject({ done: PEOPLE, changed: PEOPLE, unchanged: 0, left_out: 0 });
    expect(await staff()).toBe(PEOPLE);
  });
});
