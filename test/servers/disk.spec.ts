import { Transactions } from '../../src/platform/database/transactions';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { dyingDisk, smallDisk, type Disk } from '../support/disks';
import { given } from '../support/given';
import { OwnMariaDb } from '../support/own-mariadb';

/** contract.md, Integrity: the disk of the database server; not-ready.spec has the embedded one's. */
describe('the disk of a MariaDB server', () => {
  const withDisk = async <T extends Disk>(disk: T | null, work: (running: RunningApp, disk: T) => Promise<void>) => {
    const server = await OwnMariaDb.create(disk?.path);
    let running: RunningApp | undefined;
    try {
      await server.start();
      running = await startApp({ env: { DATABASE_URL: server.url } });
      expect(await ready(running)).toEqual([200, 'ok']);
      if (disk) await work(running, disk);
    } finally {
      await running?.close().catch(() => undefined);
      await server.kill();
      disk?.forget();
      await server.forget();
    }
  };
  const ready = async ({ url }: RunningApp) => {
    const answer = await fetch(`${url}/health/ready`);
    return [answer.status, ((await answer.json()) as { status: string }).status];
  };
  /** A category whose description takes room. */
  const writer = async (running: RunningApp) => {
    const own = api(running, (await given(running).organisation()).admin);
    const create = (code: string) =>
      own.post('/api/training-categories', { code, name: code, description: 'x'.repeat(1_900) });
    expect((await create('FIRST')).status).toBe(201);
    return { own, create };
  };

  it('when it is full: writes answer 503 with a code and reads go on; with room again all is well', async () => {
    await withDisk(smallDisk(320), async (running, disk) => {
      const { own, create } = await writer(running);
      disk.fill();
      let refused = await create('0');
      // What the tables have left is used up first.
      for (let at = 1; refused.status === 201 && at < 2_000; at++) refused = await create(String(at));
      expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
        503,
        'storage_full',
        '30',
      ]);
      expect(await ready(running)).toEqual([503, 'storage_full']);
      expect((await own.get('/api/training-categories')).status).toBe(200);
      expect((await fetch(`${running.url}/health/live`)).status).toBe(200);
      disk.empty();
      expect((await create('LAST')).status).toBe(201);
      // Half a minute later nothing is held against it any more.
      running.app.get(Transactions).unkept!.at -= 30_000;
      expect(await ready(running)).toEqual([200, 'ok']);
    });
  });

  it('when it became read-only: writes answer 503, and no more is asked for', async () => {
    await withDisk(dyingDisk(320), async (running, disk) => {
      const { create } = await writer(running);
      disk.fail();
      const refused = await create('0');
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
      expect((await ready(running))[0]).toBe(503);
      expect((await fetch(`${running.url}/health/live`)).status).toBe(200);
    });
  });
});
