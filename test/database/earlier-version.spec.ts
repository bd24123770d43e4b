import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDataSource } from '../../src/infrastructure/database/data-source';
import { migrate } from '../../src/infrastructure/database/migrate';
import { schemaWork } from '../../src/infrastructure/database/transaction-context';
import { migrations } from '../../src/migrations';
import { entities } from '../../src/schema';
import { createTestDatabase } from '../support/database';
import { spawnProcess } from '../support/product-process';

describe('a database of an earlier version', () => {
  it('is refused at boot with one line', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'skilgrid-earlier-'));
    const database = await createTestDatabase();
    try {
      const dataSource = await openDataSource({ url: database.url, entities, migrations });
      await migrate(dataSource);
      await schemaWork.run(true, async () => {
        await dataSource.query('DELETE FROM schema_migration');
        await dataSource.query(
          "INSERT INTO schema_migration (timestamp, name) VALUES (1763600000001, 'Tenancy0001_1763600000001')",
        );
      });
      await dataSource.destroy();
      const { ready, output } = await spawnProcess({ DATA_DIR: folder, DATABASE_URL: database.url });
      await expect(ready).rejects.toThrow('ended with 1');
      expect(output()).toBe(
        'This database was created by an earlier version of Skilgrid and cannot be upgraded. Start with an empty database.\n',
      );
    } finally {
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
