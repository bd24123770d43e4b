import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppModule } from '../../src/app.module';
import { Clock } from '../../src/common/clock';
import { loadConfig } from '../../src/infrastructure/config/load-config';
import { createServer } from '../../src/infrastructure/http/server';
import { api } from './api';
import { createTestDatabase } from './database';
import { waitUntil } from './eventually';
import { fixtures } from './fixtures';
import { MANY_ROWS, insertDepartments } from './large-list';
import type { Headers } from './organisation';
import { startProcess, type ProductProcess } from './product-process';

/**
 * Tests for every file storage that an export restarts when its process is killed after the file was written but
 * before the job names it, and that one complete file exists afterwards.
 * @param listStoredKeys the keys of all stored exports
 */
export function testKilledExport(
  settings: () => Record<string, string>,
  listStoredKeys: (folder: string) => Promise<readonly string[]>,
): void {
  let folder: string;
  let drop: () => Promise<void>;
  let env: Record<string, string>;
  let admin: Headers;
  let running: ProductProcess | undefined;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'skilgrid-kill-'));
    const database = await createTestDatabase();
    drop = database.drop;
    env = {
      DATA_DIR: folder,
      DATABASE_URL: database.url,
      JWT_SECRET: 'a secret of the tests, long enough to be accepted',
      ...settings(),
    };
    const config = loadConfig({ NODE_ENV: 'test', SEED_DEMO: 'off', ...env });
    const app = await createServer(AppModule.forRoot(config), config);
    const stubs = { mails: async () => [], close: async () => undefined };
    const plant = await fixtures({ app, url: '', config, clock: app.get(Clock), ...stubs }).organisation();
    admin = plant.admin;
    await insertDepartments(app, plant.tenant);
    await app.close();
  });
  afterAll(async () => {
    await running?.kill();
    await drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('restarts and leaves one complete file and one event', async () => {
    const killSettings = {
      DIES: 'before',
      DIES_AT: '^UPDATE.{1,9}job.*result_file',
      NODE_OPTIONS: `--require ${join(__dirname, 'kill-at-statement.cjs')}`,
    };
    running = await startProcess({ ...env, ...killSettings });
    const exited = new Promise((done) => running!.child.once('exit', done));
    const exportReply = await api(running, admin).get('/api/exports/departments?columns=name');
    expect(exportReply.status).toBe(202);
    await exited;
    expect(await listStoredKeys(folder)).toHaveLength(1);

    running = await startProcess(env);
    const job = async () => (await api(running!, admin).get(`/api/jobs/${exportReply.body.job_id}`)).body;
    expect(await job()).toMatchObject({ state: 'running', result: null });
    await waitUntil(async () => (await job()).state === 'done');
    const { result } = await job();
    expect(await listStoredKeys(folder)).toHaveLength(1);
    const file = await fetch(`${running.url}/api/jobs/${exportReply.body.job_id}/file`, {
      headers: admin,
      redirect: 'manual',
    });
    const redirectLocation = file.headers.get('location');
    const link = (await api(running, admin).get(`/api/jobs/${exportReply.body.job_id}/file-link`)).body.url as
      string | null;
    expect(link === null).toBe(redirectLocation === null);
    if (link) expect(Number(new URL(link).searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(300);
    const bytes = Buffer.from(await (redirectLocation ? await fetch(redirectLocation) : file).arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(result.sha256);
    expect(bytes.toString().trimEnd().split('\r\n')).toHaveLength(MANY_ROWS + 1);
    const events = (await api(running, admin).get('/api/audit-events?action=export.make')).body;
    expect(events.map(({ became }: { became: { sha256: string } }) => became.sha256)).toEqual([result.sha256]);
  });
}
