import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDataSource } from '../../src/platform/database/data-source';
import { DEAD_AFTER_MS, RENEWED_EVERY_MS } from '../../src/platform/database/migration-lease';
import { drift } from '../../src/platform/database/migrate';
import { migrations } from '../../src/migrations';
import { entities } from '../../src/schema';
import { testDatabase } from '../support/database';
import { spawnProcess, startProcess } from '../support/process';

describe('a process that is killed while it migrates', () => {
  it('leaves a database in which the next one goes on, and the one after that, until the product is there', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'skilgrid-killed-'));
    const database = await testDatabase();
    const env = {
      DATA_DIR: folder,
      DATABASE_URL: database.url,
      JWT_SECRET: 'a secret of the tests, long enough to be accepted',
    };
    try {
      for (const [DIES, DIES_AT] of [
        ['before', 'CREATE TABLE .account.'],
        ['during', 'CREATE TABLE .skill_target.'],
        ['after', 'CREATE TABLE .import_row.'],
      ] as const) {
        const NODE_OPTIONS = `-r ${join(__dirname, '../support/dies-at.cjs')}`;
        const dying = await spawnProcess({ ...env, DIES, DIES_AT, NODE_OPTIONS });
        await expect(dying.ready).rejects.toThrow('ended with null');
        expect(dying.child.signalCode).toBe('SIGKILL');
      }
      const running = await startProcess(env);
      const ready = await fetch(`${running.url}/health/ready`);
      await running.kill();
      expect(ready.status).toBe(200);
      const dataSource = await openDataSource({ url: database.url, entities, migrations });
      expect(await drift(dataSource)).toEqual([]);
      await dataSource.destroy();
    } finally {
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('costs whoever comes next ten seconds at most, and a holder who lives has five tries in them', () => {
    expect(DEAD_AFTER_MS).toBeLessThanOrEqual(10_000);
    expect(DEAD_AFTER_MS).toBeGreaterThanOrEqual(5 * RENEWED_EVERY_MS);
  });
});
