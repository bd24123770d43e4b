import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppModule } from '../../src/app.module';
import { Clock } from '../../src/common/clock';
import { loadConfig } from '../../src/infrastructure/config/load-config';
import { createServer } from '../../src/infrastructure/http/server';
import { createTestDatabase } from '../support/database';
import { openOrganisation, type Headers } from '../support/organisation';
import { startProcess, type ProductProcess } from '../support/product-process';

describe('a process killed with SIGKILL in the middle of writes', () => {
  let folder: string;
  let drop: () => Promise<void>;
  let env: Record<string, string>;
  let admin: Headers;
  let running: ProductProcess;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'skilgrid-kill-'));
    const database = await createTestDatabase();
    drop = database.drop;
    env = {
      DATA_DIR: folder,
      DATABASE_URL: database.url,
      JWT_SECRET: 'a secret of the tests, long enough to be accepted',
    };
    const config = loadConfig({ NODE_ENV: 'test', SEED_DEMO: 'off', ...env });
    const app = await createServer(AppModule.forRoot(config), config);
    const organisation = await openOrganisation(
      { app, url: '', config, clock: app.get(Clock), mails: async () => [], close: async () => undefined },
      { staff: 100_000 },
    );
    admin = organisation.admin;
    await app.close();
  });
  afterAll(async () => {
    await running?.kill();
    await drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const call = (method: string, path: string, body?: unknown) =>
    fetch(running.url + path, {
      method,
      headers: { ...admin, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

  it('loses no acknowledged write and leaves no partial one', async () => {
    const acknowledged: string[] = [];
    let sent = 0;
    for (let attempt = 0; attempt < 3; attempt++) {
      running = await startProcess(env);
      const target = acknowledged.length + 40;
      let killed = false;
      const writers = Array.from({ length: 8 }, async () => {
        while (!killed) {
          const code = `R${attempt}-${sent++}`;
          try {
            const answer = await call('POST', '/api/staff', {
              staff_code: code,
              first_name: 'A',
              last_name: code,
              joined: '2024-01-01',
            });
            if (answer.status === 201) acknowledged.push(code);
          } catch {
            return; // the process was killed
          }
          if (acknowledged.length >= target && !killed) {
            killed = true;
            await running.kill();
          }
        }
      });
      await Promise.all(writers);
    }
    running = await startProcess(env);
    const storedCodes: string[] = [];
    for (let from = 0; ; from += 200) {
      const rows = (await (await call('GET', `/api/staff?_start=${from}&_end=${from + 200}`)).json()) as {
        staff_code: string;
      }[];
      storedCodes.push(...rows.map((row) => row.staff_code));
      if (rows.length < 200) break;
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(120);
    expect(acknowledged.filter((code) => !storedCodes.includes(code))).toEqual([]);
    // The seat counter is updated in the same transaction as the row, so they always agree.
    const usage = await call('GET', `/Common/get_available_count/${admin.oid}`);
    expect(((await usage.json()) as { data: { total_staff: number } }).data.total_staff).toBe(storedCodes.length);
  });
});
