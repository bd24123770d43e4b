import { existsSync, mkdtempSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transactions } from '../../src/platform/database/transactions';
import { NoQuorum, quorumOf } from '../../src/platform/database/database-health';
import { storageTrouble } from '../../src/platform/errors/database-away';
import { understand } from '../../src/platform/errors/understand';
import { Log } from '../../src/platform/logging/log';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { engine } from '../support/database';
import { dyingDisk, smallDisk, type Disk } from '../support/disks';
import { until } from '../support/eventually';
import { given } from '../support/given';

const ready = async ({ url }: RunningApp) => {
  const answer = await fetch(`${url}/health/ready`);
  return [answer.status, ((await answer.json()) as { status: string }).status];
};

/** The product with its database on that disk, and somebody who writes to it. */
async function on(disk: Disk | null) {
  const running = await startApp(disk ? { env: { DATABASE_URL: `sqlite:${join(disk.path, 'a.db')}` } } : {});
  const { admin } = await given(running).organisation();
  const own = api(running, admin);
  return { running, own, create: (code: string) => own.post('/api/training-categories', { code, name: code }) };
}

/** contract.md, Integrity. */
describe('readiness', () => {
  it('does not stand in line behind those who write', async () => {
    const running = await startApp();
    try {
      const transactions = running.app.get(Transactions);
      let end = (): void => undefined;
      const over = new Promise<void>((done) => (end = done));
      let holders = 0;
      const hold = () => {
        holders++;
        return over;
      };
      const writers = Array.from({ length: 20 }, () => transactions.run(hold));
      await until(() => holders > 0, 'the first transaction is open, and the others wait');
      expect(await ready(running)).toEqual([200, 'ok']);
      end();
      await Promise.all(writers);
    } finally {
      await running.close();
    }
  });

  it('of a cluster node needs its quorum, and a server that is no node needs none', () => {
    const node = { wsrep_on: 'ON', wsrep_ready: 'ON', wsrep_cluster_status: 'Primary' };
    expect(() => quorumOf(node)).not.toThrow();
    expect(() => quorumOf({})).not.toThrow();
    expect(() =>
      quorumOf({ ...node, wsrep_on: 'OFF', wsrep_ready: 'OFF', wsrep_cluster_status: 'Disconnected' }),
    ).not.toThrow();
    expect(() => quorumOf({ ...node, wsrep_ready: 'OFF' })).toThrow(NoQuorum);
    expect(() => quorumOf({ ...node, wsrep_cluster_status: 'non-Primary' })).toThrow(NoQuorum);
  });

  it('ends on a disk that is full; writes answer 503 with a code, reads go on, and all is well afterwards', async () => {
    const disk = engine === 'sqlite' ? smallDisk(6) : null;
    const { running, own, create } = await on(disk);
    try {
      expect((await create('A')).status).toBe(201);
      expect(await ready(running)).toEqual([200, 'ok']);
      if (!disk) return;
      disk.fill();
      expect(await ready(running)).toEqual([503, 'storage_full']);
      let refused = await create('B0');
      // What is left in the last page of the log is used up first.
      for (let at = 1; refused.status === 201 && at < 50; at++) refused = await create(`B${at}`);
      expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
        503,
        'storage_full',
        '30',
      ]);
      expect((await own.get('/api/training-categories')).status).toBe(200);
      disk.empty();
      expect(await ready(running)).toEqual([200, 'ok']);
      expect((await create('C')).status).toBe(201);
    } finally {
      await running.close();
      disk?.forget();
    }
  });

  it('ends on a disk that became read-only; writes answer 503 with a code, and reads go on', async () => {
    const disk = engine === 'sqlite' ? dyingDisk(32) : null;
    const { running, own, create } = await on(disk);
    try {
      expect((await create('A')).status).toBe(201);
      expect(await ready(running)).toEqual([200, 'ok']);
      if (!disk) return;
      disk.fail();
      expect(await ready(running)).toEqual([503, 'storage_read_only']);
      for (const code of ['B', 'C']) {
        const refused = await create(code);
        expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
          503,
          'storage_read_only',
          '30',
        ]);
      }
      expect((await own.get('/api/training-categories')).body).toHaveLength(1);
      expect((await fetch(`${running.url}/health/live`)).status).toBe(200);
    } finally {
      await running.close().catch(() => undefined);
      disk?.forget();
    }
  });

  it('ends with a database file that is none any more', async () => {
    if (engine === 'mariadb') return expect(storageTrouble({ errno: 1194 })).toBe('storage_damaged');
    const folder = mkdtempSync(join(tmpdir(), 'skilgrid-file-'));
    const file = join(folder, 'a.db');
    const running = await startApp({ env: { DATABASE_URL: `sqlite:${file}` } });
    try {
      expect(await ready(running)).toEqual([200, 'ok']);
      const whole = readFileSync(file);
      writeFileSync(file, Buffer.alloc(whole.length, 'x'));
      for (const beside of ['-wal', '-shm']) if (existsSync(file + beside)) unlinkSync(file + beside);
      expect(await ready(running)).toEqual([503, 'storage_damaged']);
      expect((await fetch(`${running.url}/health/live`)).status).toBe(200);
    } finally {
      await running.app.close().catch(() => undefined);
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it.each([
    [{ code: 'ERR_SQLITE_ERROR', errcode: 13 }, 'storage_full'],
    [{ code: 'ERR_SQLITE_ERROR', errcode: 8 | (3 << 8) }, 'storage_read_only'],
    [{ code: 'ERR_SQLITE_ERROR', errcode: 10 | (3 << 8) }, 'storage_read_only'],
    [{ code: 'ERR_SQLITE_ERROR', errcode: 10 | (1 << 8) }, 'storage_damaged'],
    [{ code: 'ERR_SQLITE_ERROR', errcode: 11 }, 'storage_damaged'],
    [{ driverError: { errno: 1021 } }, 'storage_full'],
    [{ driverError: { errno: 1836 } }, 'storage_read_only'],
    [{ code: 'ENOSPC' }, 'storage_full'],
    [{ code: 'EROFS' }, 'storage_read_only'],
  ])('that ends by %j answers a write with 503, when to ask again, and %s', (facts, code) => {
    const { status, error } = understand(Object.assign(new Error('x'), facts));
    expect([status, error.code, error.retryAfter]).toEqual([503, code, 30]);
  });
});

describe('the log', () => {
  it('shows one stack a second, and says how many faults it did not show', async () => {
    const lines: { msg: string; faults?: number; err?: { stack: string } }[] = [];
    const stream = { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]) };
    const log = new Log({ logLevel: 'info', production: true } as never, stream);
    for (let at = 0; at < 1_000; at++) log.fault(new Error('away'));
    expect(lines.map(({ msg }) => msg)).toEqual(['fault']);
    await until(() => lines.length >= 2, 'the other faults are counted in the log');
    expect(lines[1]).toMatchObject({ faults: 999 });
    expect(lines[1]!.err).toBeUndefined();
    log.fault(new Error('away'));
    expect(lines).toHaveLength(3);
  });
});
