import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppModule } from '../../src/app.module';
import { Clock } from '../../src/common/clock';
import { loadConfig } from '../../src/infrastructure/config/load-config';
import { createServer } from '../../src/infrastructure/http/server';
import { api } from '../support/api';
import { createTestDatabase } from '../support/database';
import { waitUntil } from '../support/eventually';
import { fixtures, type RegisteredOrganisation } from '../support/fixtures';
import { importClient } from '../support/imports';
import { startProcess, type ProductProcess } from '../support/product-process';

const PEOPLE = 2_000;

describe('a large import', () => {
  let folder: string;
  let drop: () => Promise<void>;
  let env: Record<string, string>;
  let plant: RegisteredOrganisation;
  let running: ProductProcess;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'skilgrid-imports-'));
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
    // With an account, because an import runs with the rights of the account that requested it.
    plant = await fixtures(setupApp).organisation({ name: 'Plant', staffLimit: PEOPLE });
    await app.close();
    running = await startProcess(env);
  });
  afterAll(async () => {
    await running?.kill();
    await drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const countStaff = async (): Promise<number> =>
    Number((await api(running, plant.admin).get('/api/staff?_start=0&_end=1')).headers.get('x-total-count'));

  it('resumes after its process was killed, without lost or duplicate staff', async () => {
    const importApi = () => importClient(running, plant.admin);
    const lines = Array.from(
      { length: PEOPLE },
      (_, n) => `P-${n},Asha,Rao ${n},2024-03-01,${n ? `P-${(n - 1) >> 1}` : ''}`,
    );
    const checkReport = await importApi().sendAndCheck(
      'staff',
      `staff_code,first_name,last_name,joined,manager_id\n${lines.join('\n')}`,
    );
    expect(checkReport.counts).toEqual({ create: PEOPLE, update: 0, skip: 0, error: 0 });
    const { body } = await importApi().start(checkReport.import_id);
    await waitUntil(async () => (await importApi().job(body.job_id)).done > 0);
    await running.kill();
    running = await startProcess(env);
    const resumedJob = await importApi().job(body.job_id);
    expect([resumedJob.state, resumedJob.done < PEOPLE]).toEqual(['running', true]);
    await waitUntil(async () => (await importApi().job(body.job_id)).state === 'done');
    expect(await importApi().job(body.job_id)).toMatchObject({
      done: PEOPLE,
      changed: PEOPLE,
      unchanged: 0,
      left_out: 0,
    });
    expect(await countStaff()).toBe(PEOPLE);
  });
});
