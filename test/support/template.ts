import { copyFileSync, readFileSync } from 'node:fs';
import { createConnection } from 'mysql2/promise';
import type { DataSource } from 'typeorm';
import { migrations } from '../../src/migrations';
import { openDataSource } from '../../src/infrastructure/database/data-source';
import { migrate } from '../../src/infrastructure/database/migrate';
import { entities } from '../../src/schema';
import { engine, createTestDatabase, type TestDatabase } from './database';

/** Created by `npm test` (scripts/test-template.mjs); a file that is run alone migrates itself. */
const template = process.env.TEST_TEMPLATE;

/** Creates a database for this test file: migrated from the template, or empty when there is none. */
export async function createTemplateDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
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

/** Creates a migrated DataSource on its own database, without the application. */
export async function createTestDataSource(): Promise<{ dataSource: DataSource; url: string; close(): Promise<void> }> {
  const database = await createTemplateDatabase();
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
