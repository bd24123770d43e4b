import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { dyingDisk, smallDisk, type Disk } from '../support/disks';
import { fixtures } from '../support/fixtures';
import { TestMariaDb } from '../support/test-mariadb';

/** The disk of the database server; not-ready.spec tests that of SQLite. */
describe('the disk of a MariaDB server', () => {
  const withDisk = async <T extends Disk>(
    disk: T | null,
    callback: (running: RunningApp, disk: T) => Promise<void>,
  ) => {
    const server = await TestMariaDb.create(disk?.path);
    let running: RunningApp | undefined;
    try {
      await server.start();
      running = await startApp({ env: { DATABASE_URL: server.url } });
      expect(await readReadiness(running)).toEqual([200, 'ok']);
      if (disk) await callback(running, disk);
    } finally {
      await running?.close().catch(() => undefined);
      await server.kill();
      disk?.cleanUp();
      await server.cleanUp();
    }
  };
  const readReadiness = async ({ url }: RunningApp) => {
    const answer = await fetch(`${url}/health/ready`);
    return [answer.status, ((await answer.json()) as { status: string }).status];
  };
  /** Creates categories with a long description. */
  const createWriter = async (running: RunningApp) => {
    const adminApi = api(running, (await fixtures(running).organisation()).admin);
    const create = (code: string) =>
      adminApi.post('/api/training-categories', { code, name: code, description: 'x'.repeat(1_900) });
    expect((await create('FIRST')).status).toBe(201);
    return { adminApi, create };
  };

  it('when full: writes answer 503 with a code, reads work, and it recovers', async () => {
    await withDisk(smallDisk(320), async (running, disk) => {
      const { adminApi, create } = await createWriter(running);
      disk.fill();
      let refusedReply = await create('0');
      // The free space within the tables is used up first.
      for (let at = 1; refusedReply.status === 201 && at < 2_000; at++) refusedReply = await create(String(at));
      expect([refusedReply.status, refusedReply.body.code, refusedReply.headers.get('retry-after')]).toEqual([
        503,
        'storage_full',
        '30',
      ]);
      expect(await readReadiness(running)).toEqual([503, 'storage_full']);
      expect((await adminApi.get('/api/training-categories')).status).toBe(200);
      expect((await fetch(`${running.url}/health/live`)).status).toBe(200);
      disk.empty();
      expect((await create('LAST')).status).toBe(201);
      // After half a minute the error no longer affects readiness.
      running.app.get(TransactionManager).lastStorageFailure!.at -= 30_000;
      expect(await readReadiness(running)).toEqual([200, 'ok']);
    });
  });

  it('when read-only: writes answer 503 and the process is not ready', async () => {
    await withDisk(dyingDisk(320), async (running, disk) => {
      const { create } = await createWriter(running);
      disk.fail();
      const refusedReply = await create('0');
      expect([refusedReply.status, refusedReply.headers.get('retry-after')]).toEqual([
        503,
        expect.stringMatching(/^\d+$/),
      ]);
      expect((await readReadiness(running))[0]).toBe(503);
      expect((await fetch(`${running.url}/health/live`)).status).toBe(200);
    });
  });
});
