import { spawn } from 'node:child_process';
import { engine } from '../support/database';
import { prepared, Proxy, type Prepared } from '../support/durable';
import { until } from '../support/eventually';
import { spawnProcess } from '../support/process';

/** Takes the file as another process would, and holds it until it is killed. */
const HOLD = `
  const { DatabaseSync } = require('@photostructure/sqlite');
  const db = new DatabaseSync(process.argv[1], { timeout: 5000 });
  db.exec('BEGIN EXCLUSIVE');
  console.log('held');
  setInterval(() => undefined, 1000);`;

/** contract.md, Integrity: "a slow or absent database answers 503 within 5 s, and the process recovers alone". */
describe('a process that starts before its database', () => {
  let given: Prepared;
  beforeAll(async () => {
    given = await prepared();
  });
  afterAll(() => given.forget());

  const statusOf = async (url: string) => {
    try {
      const answer = await fetch(url, { headers: given.admin });
      return { status: answer.status, body: (await answer.json()) as object, retry: answer.headers.get('retry-after') };
    } catch {
      return { status: 0, body: {}, retry: null };
    }
  };

  /** @returns the environment that leads to the absent database, and what makes it appear */
  const absent = async (): Promise<{
    env: Record<string, string>;
    appear(): Promise<unknown>;
    done(): Promise<void>;
  }> => {
    if (engine === 'sqlite') {
      const file = given.env['DATABASE_URL']!.replace(/^sqlite:/, '');
      const holder = spawn(process.execPath, ['-e', HOLD, file], { stdio: ['ignore', 'pipe', 'inherit'] });
      await new Promise((held) => holder.stdout.once('data', held));
      const gone = new Promise((done) => holder.once('exit', done));
      return {
        env: given.env,
        appear: async () => holder.kill('SIGKILL') && (await gone),
        done: async () => undefined,
      };
    }
    const url = new URL(given.env['DATABASE_URL']!);
    const proxy = await new Proxy({ host: url.hostname, port: Number(url.port || 3306) }).open();
    await proxy.cut();
    url.hostname = '127.0.0.1';
    url.port = String(proxy.port);
    const env = { ...given.env, DATABASE_URL: url.toString() };
    return { env, appear: () => proxy.open(), done: () => proxy.cut() };
  };

  it('is alive, not ready, answers 503 and says what it waits for; it comes up by itself when the database appears', async () => {
    const database = await absent();
    const process = await spawnProcess({ ...database.env, LOG_LEVEL: 'error' });
    try {
      await until(async () => (await statusOf(`${process.url}/health/live`)).status === 200);
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
      // Another process's lock is waited for first; a server that is not there is known at once.
      if (engine === 'mariadb') {
        await until(() => process.output().includes('does not answer'));
        expect(process.output()).toMatch(/The database at 127\.0\.0\.1:\d+ does not answer \(\w+\); waiting for it/);
      }
      expect(process.output()).not.toContain('    at ');
      await database.appear();
      await process.ready;
      expect((await statusOf(`${process.url}/health/ready`)).status).toBe(200);
      expect((await statusOf(`${process.url}/api/staff`)).status).toBe(200);
    } finally {
      await process.kill();
      await database.done();
    }
  });
});
