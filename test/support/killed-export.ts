import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppModule } from '../../src/app.module';
import { Clock } from '../../src/platform/clock';
import { loadConfig } from '../../src/platform/config/load-config';
import { createServer } from '../../src/platform/http/server';
import { api } from './api';
import { testDatabase } from './database';
import { until } from './eventually';
import { given } from './given';
import { MANY, manyDepartments } from './large-list';
import type { Headers } from './organisation';
import { startProcess, type ProductProcess } from './process';

/**
 * Wherever files are kept: an export whose process is killed when its file is written and not yet named begins anew, and
 * one whole file is there afterwards.
 * @param kept the keys of all exports that there are
 */
export function killedExportBeginsAnew(
  settings: () => Record<string, string>,
  kept: (folder: string) => Promise<readonly string[]>,
): void {
  let folder: string;
  let drop: () => Promise<void>;
  let env: Record<string, string>;
  let admin: Headers;
  let running: ProductProcess | undefined;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'skilgrid-kill-'));
    const database = await testDatabase();
    drop = database.drop;
    env = {
      ...{ DATA_DIR: folder, DATABASE_URL: database.url },
      ...{ JWT_SECRET: 'a secret of the tests, long enough to be accepted', ...settings() },
    };
    const config = loadConfig({ NODE_ENV: 'test', SEED_DEMO: 'off', ...env });
    const app = await createServer(AppModule.with(config), config);
    const nothing = { mails: async () => [], close: async () => undefined };
    const plant = await given({ app, url: '', config, clock: app.get(Clock), ...nothing }).organisation();
    admin = plant.admin;
    await manyDepartments(app, plant.tenant);
    await app.close();
  });
  afterAll(async () => {
    await running?.kill();
    await drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('begins anew, and leaves one whole file and one event', async () => {
    const dies = {
      ...{ DIES: 'before', DIES_AT: '^UPDATE.{1,9}job.*result_file' },
      NODE_OPTIONS: `--require ${join(__dirname, 'dies-at.cjs')}`,
    };
    running = await startProcess({ ...env, ...dies });
    const gone = new Promise((done) => running!.child.once('exit', done));
    const asked = await api(running, admin).get('/api/exports/departments?columns=name');
    expect(asked.status).toBe(202);
    await gone;
    expect(await kept(folder)).toHaveLength(1);

    running = await startProcess(env);
    const job = async () => (await api(running!, admin).get(`/api/jobs/${asked.body.job_id}`)).body;
    expect(await job()).toMatchObject({ state: 'running', result: null });
    await until(async () => (await job()).state === 'done');
    const { result } = await job();
    expect(await kept(folder)).toHaveLength(1);
    const file = await fetch(`${running.url}/api/jobs/${asked.body.job_id}/file`, {
      headers: admin,
      redirect: 'manual',
    });
    const elsewhere = file.headers.get('location');
    const link = (await api(running, admin).get(`/api/jobs/${asked.body.job_id}/file-link`)).body.url as string | null;
    expect(link === null).toBe(elsewhere === null);
    if (link) expect(Number(new URL(link).searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(300);
    const bytes = Buffer.from(await (elsewhere ? await fetch(elsewhere) : file).arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(result.sha256);
    expect(bytes.toString().trimEnd().split('\r\n')).toHaveLength(MANY + 1);
    const events = (await api(running, admin).get('/api/audit-events?action=export.make')).body;
    expect(events.map(({ became }: { became: { sha256: string } }) => became.sha256)).toEqual([result.sha256]);
  });
}
