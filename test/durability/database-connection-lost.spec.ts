import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';
import { engine } from '../support/database';
import { prepareOrganisation, TcpProxy, type PreparedOrganisation } from '../support/durability';
import { eventually } from '../support/eventually';
import { startProcess, type ProductProcess } from '../support/product-process';

/** Obstructs the database and removes the obstruction. */
interface Obstacle {
  apply(): Promise<void>;
  remove(): Promise<void>;
}
type ObstacleContext = { env: Record<string, string>; proxy: TcpProxy | null };

const onMariadb: [string, (prepared: ObstacleContext) => Obstacle][] = [
  ['stalls', ({ proxy }) => ({ apply: async () => proxy!.stall(), remove: async () => proxy!.resume() })],
  [
    'is cut off and refuses connections',
    ({ proxy }) => ({ apply: () => proxy!.disconnect(), remove: async () => void (await proxy!.open()) }),
  ],
  [
    'keeps a row locked for another connection',
    ({ env }) => {
      let other: Awaited<ReturnType<typeof createConnection>>;
      return {
        apply: async () => {
          other = await createConnection(env['DATABASE_URL']!.replace(/^mariadb:/, 'mysql:'));
          await other.query('START TRANSACTION');
          await other.query('SELECT * FROM plan_usage FOR UPDATE');
        },
        remove: async () => void (await other.end()),
      };
    },
  ],
];
const onSqlite: [string, (prepared: ObstacleContext) => Obstacle][] = [
  [
    'is locked by another process',
    ({ env }) => {
      let holder: ReturnType<typeof spawn>;
      const file = env['DATABASE_URL']!.replace(/^sqlite:/, '');
      const lockScript = `
        const { DatabaseSync } = require('@photostructure/sqlite');
        const db = new DatabaseSync(process.argv[1], { timeout: 5000 });
        db.exec('UPDATE session SET last_seen_at = last_seen_at - 120000'); // due to be noted anew
        db.exec('BEGIN EXCLUSIVE');
        console.log('held');
        setInterval(() => undefined, 1000);`;
      return {
        apply: () =>
          new Promise<void>((locked) => {
            holder = spawn(process.execPath, ['-e', lockScript, file], { stdio: ['ignore', 'pipe', 'inherit'] });
            holder.stdout!.once('data', () => locked());
          }),
        remove: () =>
          new Promise<void>((exited) => {
            holder.once('exit', () => exited());
            holder.kill('SIGKILL');
          }),
      };
    },
  ],
];

describe('a database that', () => {
  let prepared: PreparedOrganisation;
  let running: ProductProcess;
  let proxy: TcpProxy | null = null;

  beforeAll(async () => {
    prepared = await prepareOrganisation();
    const env = { ...prepared.env };
    if (engine === 'mariadb') {
      const url = new URL(env['DATABASE_URL']!);
      proxy = await new TcpProxy({ host: url.hostname, port: Number(url.port || 3306) }).open();
      url.hostname = '127.0.0.1';
      url.port = String(proxy.port);
      env['DATABASE_URL'] = url.toString();
    }
    running = await startProcess(env);
  });
  afterAll(async () => {
    await running?.kill();
    proxy?.resume();
    await proxy?.disconnect();
    await prepared.cleanUp();
  });

  let sent = 0;
  const create = async () => {
    const code = `S${sent++}`;
    const body = JSON.stringify({ staff_code: code, first_name: 'A', last_name: code, joined: '2024-01-01' });
    const headers = { ...prepared.admin, 'content-type': 'application/json' };
    const answer = await fetch(`${running.url}/api/staff`, { method: 'POST', headers, body });
    const { code: why } = (await answer.json()) as { code?: string };
    return { status: answer.status, code: why, retry: answer.headers.get('retry-after') };
  };
  const request = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(running.url + path, { headers });
    await answer.text();
    return { status: answer.status };
  };

  it.each(engine === 'mariadb' ? onMariadb : onSqlite)(
    '%s makes requests answer 503, and the process recovers by itself',
    async (name, obstacleIn) => {
      // A lock blocks writers only.
      const isLockOnly = name.includes('locked');
      expect((await create()).status).toBe(201);
      const obstacle = obstacleIn({ env: prepared.env, proxy });
      await obstacle.apply();
      try {
        // More than the connection pool: requests that wait for a connection are answered in time too.
        const creations = Array.from({ length: 40 }, create);
        await pause(300);
        // Answered while all of them still wait (refused ones do not wait): it needs no database.
        const live = request('/health/live').then((answer) => ({ ...answer, live: true }));
        const waiting = name.includes('refuses') ? [] : creations;
        expect(await Promise.race([live, ...waiting])).toEqual({ status: 200, live: true });
        if (isLockOnly) {
          // Answered while all of them still wait, before the first ones time out.
          const list = request('/api/staff?_start=0&_end=10', prepared.admin);
          expect(await Promise.race([list, ...creations])).toMatchObject({ status: 200 });
        }
        for (const answer of await Promise.all(creations)) {
          expect(answer).toMatchObject({ status: 503, code: 'database_unavailable', retry: '5' });
        }
        const nextCreation = await create();
        expect(nextCreation.status).toBe(503);
      } finally {
        await obstacle.remove();
      }
      await eventually(async () => (await create()).status, 201);
      const all = async () => (await Promise.all(Array.from({ length: 20 }, create))).map(({ status }) => status);
      await eventually(all, Array(20).fill(201));
      expect((await request('/health/ready')).status).toBe(200);
    },
  );
});
