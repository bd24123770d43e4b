import { copyFileSync, readFileSync } from 'node:fs';
import { createConnection } from 'mysql2/promise';
import type { DataSource } from 'typeorm';
import { migrations } from '../../src/migrations';
import { openDataSource } from '../../src/platform/database/data-source';
import { migrate } from '../../src/platform/database/migrate';
import { entities } from '../../src/schema';
import { engine, testDatabase, type TestDatabase } from './database';

/** What `npm test` has made (scripts/test-template.mjs); a file that is run by itself migrates by itself. */
const template = process.env.TEST_TEMPLATE;

/** A database of this test file's own, as the migrations leave it behind, or empty where whoever opens it migrates it. */
export async function preparedDatabase(): Promise<TestDatabase> {
  const database = await testDatabase();
  if (!template) return database;
  if (engine === 'sqlite') {
    copyFileSync(template, database.url.slice('sqlite:'.length));
    return database;
  }
  const uri = database.url.replace(/^mariadb:/, 'mysql:');
  const connection = await createConnection({ uri, multipleStatements: true });
  try {
    await connection.query(readFileSync(template, 'utf8'));
  } finally {
    await connection.end();
  }
  return database;
}

/** A migrated DataSource on a database of its own, without the application around it. */
export async function testDataSource(): Promise<{ dataSource: DataSource; url: string; close(): Promise<void> }> {
  const database = await preparedDatabase();
  const dataSource = await openDataSource({ url: database.url, entities, migrations });
  await migrate(dataSource);
  return {
    dataSource,
    url: database.url,
    close: async () => {
      await dataSource.destroy();
      await database.drop();
    },
  };
}
