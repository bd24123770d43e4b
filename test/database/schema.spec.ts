import { openDataSource } from '../../src/infrastructure/database/data-source';
import { findSchemaDrift, migrate } from '../../src/infrastructure/database/migrate';
import { schemaWork } from '../../src/infrastructure/database/transaction-context';
import { migrations } from '../../src/migrations';
import { entities } from '../../src/schema';
import { createTestDatabase } from '../support/database';
import { createTestDataSource } from '../support/template';

describe('the schema', () => {
  it('matches the entities after the migrations', async () => {
    const { dataSource, close } = await createTestDataSource();
    try {
      expect(await findSchemaDrift(dataSource)).toEqual([]);
      expect(await dataSource.showMigrations()).toBe(false);
    } finally {
      await close();
    }
  });

  it('is migrated once by concurrent processes', async () => {
    const database = await createTestDatabase();
    const sources = await Promise.all([1, 2].map(() => openDataSource({ url: database.url, entities, migrations })));
    try {
      const migrationCounts = await Promise.all(sources.map((source) => migrate(source)));
      expect([...migrationCounts].sort((a, b) => a - b)).toEqual([0, migrations.length]);
    } finally {
      for (const source of sources) await source.destroy();
      await database.drop();
    }
  });

  it('can be reverted migration by migration', async () => {
    const { dataSource, close } = await createTestDataSource();
    try {
      await schemaWork.run(true, async () => {
        for (let i = 0; i < migrations.length; i++) await dataSource.undoLastMigration();
      });
      const pendingStatements = await findSchemaDrift(dataSource);
      const missing = new Set(
        pendingStatements.map((sql) => /^CREATE TABLE [`"](\w+)[`"]/i.exec(sql)?.[1]).filter(Boolean),
      );
      for (const { tableName } of dataSource.entityMetadatas) expect(missing).toContain(tableName);
    } finally {
      await close();
    }
  });
});
