import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDataSource } from '../../src/infrastructure/database/data-source';
import { LEASE_TIMEOUT_MS, RENEW_INTERVAL_MS } from '../../src/infrastructure/database/migration-lease';
import { findSchemaDrift } from '../../src/infrastructure/database/migrate';
import { migrations } from '../../src/migrations';
import { entities } from '../../src/schema';
import { createTestDatabase } from '../support/database';
import { spawnProcess, startProcess } from '../support/product-process';

describe('a process that is killed while it migrates', () => {
  it('leaves a database that the next processes continue to migrate', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'skilgrid-killed-'));
    const database = await createTestDatabase();
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
        const NODE_OPTIONS = `-r ${join(__dirname, '../support/kill-at-statement.cjs')}`;
        const killedProcess = await spawnProcess({ ...env, DIES, DIES_AT, NODE_OPTIONS });
        await expect(killedProcess.ready).rejects.toThrow('ended with null');
        expect(killedProcess.child.signalCode).toBe('SIGKILL');
      }
      const running = await startProcess(env);
      const ready = await fetch(`${running.url}/health/ready`);
      await running.kill();
      expect(ready.status).toBe(200);
      const dataSource = await openDataSource({ url: database.url, entities, migrations });
      expect(await findSchemaDrift(dataSource)).toEqual([]);
      await dataSource.destroy();
    } finally {
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('blocks the next process for at most ten seconds, in which a live holder renews its lease five times', () => {
    expect(LEASE_TIMEOUT_MS).toBeLessThanOrEqual(10_000);
    expect(LEASE_TIMEOUT_MS).toBeGreaterThanOrEqual(5 * RENEW_INTERVAL_MS);
  });
});
