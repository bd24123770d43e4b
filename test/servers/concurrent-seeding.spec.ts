import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { api } from '../support/api';
import { TestMariaDb } from '../support/test-mariadb';
import { startProcess, type ProductProcess } from '../support/product-process';

describe('two processes that start with one empty database and seed the demo', () => {
  let server: TestMariaDb;
  let folder: string;
  let processes: ProductProcess[] = [];

  beforeAll(async () => {
    server = await TestMariaDb.create();
    await server.start();
    folder = mkdtempSync(join(tmpdir(), 'skilgrid-seeds-'));
  });
  afterAll(async () => {
    for (const each of processes) await each.kill();
    await server?.cleanUp();
    rmSync(folder, { recursive: true, force: true });
  });

  it('both serve the demo: one seeds, the other waits', async () => {
    const JWT_SECRET = 'a secret of the tests, long enough to be accepted';
    const env = { DATA_DIR: folder, DATABASE_URL: server.url, JWT_SECRET, SEED_DEMO: 'on' };
    processes = await Promise.all([startProcess(env), startProcess(env)]);
    const { user_name, password } = DEMO_ACCOUNTS.admin;
    for (const each of processes) {
      const { status } = await api(each).post('/api/auth/login', { user_name, password });
      expect(status).toBe(200);
    }
  });
});
