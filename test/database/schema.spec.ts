import { openDataSource } from '../../src/platform/database/data-source';
import { drift, migrate } from '../../src/platform/database/migrate';
import { schemaWork } from '../../src/platform/database/transaction-context';
import { migrations } from '../../src/migrations';
import { entities } from '../../src/schema';
import { testDatabase } from '../support/database';
import { testDataSource } from '../support/template';

describe('the schema', () => {
  it('is what the entities say: after the migrations nothing is left to change', async () => {
    const { dataSource, close } = await testDataSource();
    try {
      expect(await drift(dataSource)).toEqual([]);
      expect(await dataSource.showMigrations()).toBe(false);
    } finally {
      await close();
    }
  });

  it('is migrated once, whoever asks at the same time', async () => {
    const database = await testDatabase();
    const sources = await Promise.all([1, 2].map(() => openDataSource({ url: database.url, entities, migrations })));
    try {
      const ran = await Promise.all(sources.map((source) => migrate(source)));
      expect([...ran].sort((a, b) => a - b)).toEqual([0, migrations.length]);
    } finally {
      for (const source of sources) await source.destroy();
      await database.drop();
    }
  });

  it('can be taken down again, migration by migration', async () => {
    const { dataSource, close } = await testDataSource();
    try {
      await schemaWork.run(true, async () => {
        for (let i = 0; i < migrations.length; i++) await dataSource.undoLastMigration();
      });
      const left = await drift(dataSource);
      const missing = new Set(left.map((sql) => /^CREATE TABLE [`"](\w+)[`"]/i.exec(sql)?.[1]).filter(Boolean));
      for (const { tableName } of dataSource.entityMetadatas) expect(missing).toContain(tableName);
    } finally {
      await close();
    }
  });
});
