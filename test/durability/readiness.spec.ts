import { existsSync, mkdtempSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { NoQuorumError, assertQuorum } from '../../src/infrastructure/database/database-health-indicator';
import { storageFailureOf } from '../../src/common/errors/database-availability';
import { mapException } from '../../src/common/errors/exception-mapping';
import { AppLogger } from '../../src/infrastructure/logging/app-logger';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { engine } from '../support/database';
import { dyingDisk, smallDisk, type Disk } from '../support/disks';
import { waitUntil } from '../support/eventually';
import { fixtures } from '../support/fixtures';

const readReadiness = async ({ url }: RunningApp) => {
  const answer = await fetch(`${url}/health/ready`);
  return [answer.status, ((await answer.json()) as { status: string }).status];
};

/** Starts the product with its database on the disk, with a client that writes. */
async function startOnDisk(disk: Disk | null) {
  const running = await startApp(disk ? { env: { DATABASE_URL: `sqlite:${join(disk.path, 'a.db')}` } } : {});
  const { admin } = await fixtures(running).organisation();
  const adminApi = api(running, admin);
  return {
    running,
    adminApi,
    create: (code: string) => adminApi.post('/api/training-categories', { code, name: code }),
  };
}

describe('readiness', () => {
  it('does not wait for writers', async () => {
    const running = await startApp();
    try {
      const transactions = running.app.get(TransactionManager);
      let end = (): void => undefined;
      const ended = new Promise<void>((done) => (end = done));
      let holders = 0;
      const holdTransaction = () => {
        holders++;
        return ended;
      };
      const writers = Array.from({ length: 20 }, () => transactions.run(holdTransaction));
      await waitUntil(() => holders > 0, 'the first transaction is open, and the others wait');
      expect(await readReadiness(running)).toEqual([200, 'ok']);
      end();
      await Promise.all(writers);
    } finally {
      await running.close();
    }
  });

  it('of a cluster node requires the quorum, and that of a single server does not', () => {
    const node = { wsrep_on: 'ON', wsrep_ready: 'ON', wsrep_cluster_status: 'Primary' };
    expect(() => assertQuorum(node)).not.toThrow();
    expect(() => assertQuorum({})).not.toThrow();
    expect(() =>
      assertQuorum({ ...node, wsrep_on: 'OFF', wsrep_ready: 'OFF', wsrep_cluster_status: 'Disconnected' }),
    ).not.toThrow();
    expect(() => assertQuorum({ ...node, wsrep_ready: 'OFF' })).toThrow(NoQuorumError);
    expect(() => assertQuorum({ ...node, wsrep_cluster_status: 'non-Primary' })).toThrow(NoQuorumError);
  });

  it('ends on a full disk; writes answer 503 with a code, reads work, and it recovers', async () => {
    const disk = engine === 'sqlite' ? smallDisk(6) : null;
    const { running, adminApi, create } = await startOnDisk(disk);
    try {
      expect((await create('A')).status).toBe(201);
      expect(await readReadiness(running)).toEqual([200, 'ok']);
      if (!disk) return;
      disk.fill();
      expect(await readReadiness(running)).toEqual([503, 'storage_full']);
      let refusedReply = await create('B0');
      // The remaining space in the last page of the write-ahead log is used up first.
      for (let at = 1; refusedReply.status === 201 && at < 50; at++) refusedReply = await create(`B${at}`);
      expect([refusedReply.status, refusedReply.body.code, refusedReply.headers.get('retry-after')]).toEqual([
        503,
        'storage_full',
        '30',
      ]);
      expect((await adminApi.get('/api/training-categories')).status).toBe(200);
      disk.empty();
      expect(await readReadiness(running)).toEqual([200, 'ok']);
      expect((await create('C')).status).toBe(201);
    } finally {
      await running.close();
      disk?.cleanUp();
    }
  });

  it('ends on a disk that became read-only; writes answer 503 with a code, and reads work', async () => {
    const disk = engine === 'sqlite' ? dyingDisk(32) : null;
    const { running, adminApi, create } = await startOnDisk(disk);
    try {
      expect((await create('A')).status).toBe(201);
      expect(await readReadiness(running)).toEqual([200, 'ok']);
      if (!disk) return;
      disk.fail();
      expect(await readReadiness(running)).toEqual([503, 'storage_read_only']);
      for (const code of ['B', 'C']) {
        const refusedReply = await create(code);
        expect([refusedReply.status, refusedReply.body.code, refusedReply.headers.get('retry-after')]).toEqual([
          503,
          'storage_read_only',
          '30',
        ]);
      }
      expect((await adminApi.get('/api/training-categories')).body).toHaveLength(1);
      expect((await fetch(`${running.url}/health/live`)).status).toBe(200);
    } finally {
      await running.close().catch(() => undefined);
      disk?.cleanUp();
    }
  });

  it('ends with a damaged database file', async () => {
    if (engine === 'mariadb') return expect(storageFailureOf({ errno: 1194 })).toBe('storage_damaged');
    const folder = mkdtempSync(join(tmpdir(), 'skilgrid-file-'));
    const file = join(folder, 'a.db');
    const running = await startApp({ env: { DATABASE_URL: `sqlite:${file}` } });
    try {
      expect(await readReadiness(running)).toEqual([200, 'ok']);
      const content = readFileSync(file);
      writeFileSync(file, Buffer.alloc(content.length, 'x'));
      for (const suffix of ['-wal', '-shm']) if (existsSync(file + suffix)) unlinkSync(file + suffix);
      expect(await readReadiness(running)).toEqual([503, 'storage_damaged']);
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
  ])('lost by %j answers a write with 503, Retry-After and %s', (facts, code) => {
    const { status, error } = mapException(Object.assign(new Error('x'), facts));
    expect([status, error.code, error.retryAfter]).toEqual([503, code, 30]);
  });
});

describe('the log', () => {
  it('logs one stack per second and counts the suppressed faults', async () => {
    const lines: { msg: string; faults?: number; err?: { stack: string } }[] = [];
    const stream = { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]) };
    const logger = new AppLogger({ logLevel: 'info', production: true } as never, stream);
    for (let at = 0; at < 1_000; at++) logger.fault(new Error('away'));
    expect(lines.map(({ msg }) => msg)).toEqual(['fault']);
    await waitUntil(() => lines.length >= 2, 'the other faults are counted in the log');
    expect(lines[1]).toMatchObject({ faults: 999 });
    expect(lines[1]!.err).toBeUndefined();
    logger.fault(new Error('away'));
    expect(lines).toHaveLength(3);
  });
});
