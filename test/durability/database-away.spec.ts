import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';
import { engine } from '../support/database';
import { prepared, Proxy, type Prepared } from '../support/durable';
import { comesTo } from '../support/eventually';
import { startProcess, type ProductProcess } from '../support/process';

/** Puts something between the product and its database, and takes it away again. */
interface Obstacle {
  put(): Promise<void>;
  remove(): Promise<void>;
}
type Given = { env: Record<string, string>; proxy: Proxy | null };

const onMariadb: [string, (given: Given) => Obstacle][] = [
  ['stalls', ({ proxy }) => ({ put: async () => proxy!.stall(), remove: async () => proxy!.flow() })],
  [
    'is cut off and refuses connections',
    ({ proxy }) => ({ put: () => proxy!.cut(), remove: async () => void (await proxy!.open()) }),
  ],
  [
    'keeps a row locked for somebody else',
    ({ env }) => {
      let other: Awaited<ReturnType<typeof createConnection>>;
      return {
        put: async () => {
          other = await createConnection(env['DATABASE_URL']!.replace(/^mariadb:/, 'mysql:'));
          await other.query('START TRANSACTION');
          await other.query('SELECT * FROM plan_usage FOR UPDATE');
        },
        remove: async () => void (await other.end()),
      };
    },
  ],
];
const onSqlite: [string, (given: Given) => Obstacle][] = [
  [
    'is locked by another process',
    ({ env }) => {
      let holder: ReturnType<typeof spawn>;
      const file = env['DATABASE_URL']!.replace(/^sqlite:/, '');
      const hold = `
        const { DatabaseSync } = require('@photostructure/sqlite');
        const db = new DatabaseSync(process.argv[1], { timeout: 5000 });
        db.exec('UPDATE session SET last_seen_at = last_seen_at - 120000'); // due to be noted anew
        db.exec('BEGIN EXCLUSIVE');
        console.log('held');
        setInterval(() => undefined, 1000);`;
      return {
        put: () =>
          new Promise<void>((held) => {
            holder = spawn(process.execPath, ['-e', hold, file], { stdio: ['ignore', 'pipe', 'inherit'] });
            holder.stdout!.once('data', () => held());
          }),
        remove: () =>
          new Promise<void>((gone) => {
            holder.once('exit', () => gone());
            holder.kill('SIGKILL');
          }),
      };
    },
  ],
];

describe('a database that', () => {
  let given: Prepared;
  let running: ProductProcess;
  let proxy: Proxy | null = null;

  beforeAll(async () => {
    given = await prepared();
    const env = { ...given.env };
    if (engine === 'mariadb') {
      const url = new URL(env['DATABASE_URL']!);
      proxy = await new Proxy({ host: url.hostname, port: Number(url.port || 3306) }).open();
      url.hostname = '127.0.0.1';
      url.port = String(proxy.port);
      env['DATABASE_URL'] = url.toString();
    }
    running = await startProcess(env);
  });
  afterAll(async () => {
    await running?.kill();
    proxy?.flow();
    await proxy?.cut();
    await given.forget();
  });

  let sent = 0;
  const create = async () => {
    const code = `S${sent++}`;
    const body = JSON.stringify({ staff_code: code, first_name: 'A', last_name: code, joined: '2024-01-01' });
    const headers = { ...given.admin, 'content-type': 'application/json' };
    const answer = await fetch(`${running.url}/api/staff`, { method: 'POST', headers, body });
    const { code: why } = (await answer.json()) as { code?: string };
    return { status: answer.status, why, retry: answer.headers.get('retry-after') };
  };
  const look = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(running.url + path, { headers });
    await answer.text();
    return { status: answer.status };
  };

  it.each(engine === 'mariadb' ? onMariadb : onSqlite)(
    '%s is answered with 503 while it lasts, however many ask, and the process recovers alone',
    async (what, obstacleIn) => {
      // Whoever writes, and whoever waits to, hinders nobody who reads.
      const reads = what.includes('locked');
      expect((await create()).status).toBe(201);
      const obstacle = obstacleIn({ env: given.env, proxy });
      await obstacle.put();
      try {
        // More than the pool has connections: those who wait for one are answered in time too.
        const asking = Array.from({ length: 40 }, create);
        await pause(300);
        // Answered while they all still wait (who is refused does not): it waits for no database.
        const live = look('/health/live').then((answer) => ({ ...answer, live: true }));
        const waiting = what.includes('refuses') ? [] : asking;
        expect(await Promise.race([live, ...waiting])).toEqual({ status: 200, live: true });
        if (reads) {
          // Answered while they all still wait, not when the first of them have given up.
          const list = look('/api/staff?_start=0&_end=10', given.admin);
          expect(await Promise.race([list, ...asking])).toMatchObject({ status: 200 });
        }
        for (const answer of await Promise.all(asking)) {
          expect(answer).toMatchObject({ status: 503, why: 'database_unavailable', retry: '5' });
        }
        const again = await create();
        expect(again.status).toBe(503);
      } finally {
        await obstacle.remove();
      }
      await comesTo(async () => (await create()).status, 201);
      const all = async () => (await Promise.all(Array.from({ length: 20 }, create))).map(({ status }) => status);
      await comesTo(all, Array(20).fill(201));
      expect((await look('/health/ready')).status).toBe(200);
    },
  );
});
