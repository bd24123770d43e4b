import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { api } from '../support/api';
import { OwnMariaDb } from '../support/own-mariadb';
import { startProcess, type ProductProcess } from '../support/process';

describe('two processes that find one empty database and shall fill it with the demo', () => {
  let server: OwnMariaDb;
  let folder: string;
  let both: ProductProcess[] = [];

  beforeAll(async () => {
    server = await OwnMariaDb.create();
    await server.start();
    folder = mkdtempSync(join(tmpdir(), 'skilgrid-seeds-'));
  });
  afterAll(async () => {
    for (const each of both) await each.kill();
    await server?.forget();
    rmSync(folder, { recursive: true, force: true });
  });

  it('both serve it: one seeds, the other waits', async () => {
    const JWT_SECRET = 'a secret of the tests, long enough to be accepted';
    const env = { DATA_DIR: folder, DATABASE_URL: server.url, JWT_SECRET, SEED_DEMO: 'on' };
    both = await Promise.all([startProcess(env), startProcess(env)]);
    const { user_name, password } = DEMO_ACCOUNTS.admin;
    for (const each of both) {
      const { status } = await api(each).post('/api/auth/login', { user_name, password });
      expect(status).toBe(200);
    }
  });
});
