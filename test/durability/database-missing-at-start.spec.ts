import { spawn } from 'node:child_process';
import { engine } from '../support/database';
import { prepareOrganisation, TcpProxy, type PreparedOrganisation } from '../support/durability';
import { waitUntil } from '../support/eventually';
import { spawnProcess } from '../support/product-process';

/** Locks the database file like another process until it is killed. */
const LOCK_SCRIPT = `
  const { DatabaseSync } = require('@photostructure/sqlite');
  const db = new DatabaseSync(process.argv[1], { timeout: 5000 });
  db.exec('BEGIN EXCLUSIVE');
  console.log('held');
  setInterval(() => undefined, 1000);`;

/** An absent database answers 503, and the process recovers by itself. */
describe('a process that starts before its database', () => {
  let prepared: PreparedOrganisation;
  beforeAll(async () => {
    prepared = await prepareOrganisation();
  });
  afterAll(() => prepared.cleanUp());

  const statusOf = async (url: string) => {
    try {
      const answer = await fetch(url, { headers: prepared.admin });
      return { status: answer.status, body: (await answer.json()) as object, retry: answer.headers.get('retry-after') };
    } catch {
      return { status: 0, body: {}, retry: null };
    }
  };

  /** @returns the environment that leads to the absent database, and what makes it appear */
  const createAbsentDatabase = async (): Promise<{
    env: Record<string, string>;
    appear(): Promise<unknown>;
    cleanUp(): Promise<void>;
  }> => {
    if (engine === 'sqlite') {
      const file = prepared.env['DATABASE_URL']!.replace(/^sqlite:/, '');
      const holder = spawn(process.execPath, ['-e', LOCK_SCRIPT, file], { stdio: ['ignore', 'pipe', 'inherit'] });
      await new Promise((locked) => holder.stdout.once('data', locked));
      const exited = new Promise((cleanUp) => holder.once('exit', cleanUp));
      return {
        env: prepared.env,
        appear: async () => holder.kill('SIGKILL') && (await exited),
        cleanUp: async () => undefined,
      };
    }
    const url = new URL(prepared.env['DATABASE_URL']!);
    const proxy = await new TcpProxy({ host: url.hostname, port: Number(url.port || 3306) }).open();
    await proxy.disconnect();
    url.hostname = '127.0.0.1';
    url.port = String(proxy.port);
    const env = { ...prepared.env, DATABASE_URL: url.toString() };
    return { env, appear: () => proxy.open(), cleanUp: () => proxy.disconnect() };
  };

  it('is alive, not ready, answers 503 and logs the reason; it starts when the database appears', async () => {
    const database = await createAbsentDatabase();
    const process = await spawnProcess({ ...database.env, LOG_LEVEL: 'error' });
    try {
      await waitUntil(async () => (await statusOf(`${process.url}/health/live`)).status === 200);
      expect(await statusOf(`${process.url}/health/ready`)).toMatchObject({
        status: 503,
        body: { status: 'starting' },
      });
      expect(await statusOf(`${process.url}/api/staff`)).toMatchObject({
        status: 503,
        body: { statusCode: 503, code: 'starting' },
        retry: '5',
      });
      expect(await statusOf(`${process.url}/Common/get_subscription_list`)).toMatchObject({
        status: 503,
        body: { Status: false, status: 0, data: null },
      });
      // A locked file is waited for first; an unreachable server is detected at once.
      if (engine === 'mariadb') {
        await waitUntil(() => process.output().includes('does not answer'));
        expect(process.output()).toMatch(/The database at 127\.0\.0\.1:\d+ does not answer \(\w+\); waiting for it/);
      }
      expect(process.output()).not.toContain('    at ');
      await database.appear();
      await process.ready;
      expect((await statusOf(`${process.url}/health/ready`)).status).toBe(200);
      expect((await statusOf(`${process.url}/api/staff`)).status).toBe(200);
    } finally {
      await process.kill();
      await database.cleanUp();
    }
  });
});
