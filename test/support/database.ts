import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import type { DataSource } from 'typeorm';
import { openDataSource } from '../../src/platform/database/data-source';
import { migrate } from '../../src/platform/database/migrate';
import { entities, migrations } from '../../src/schema';

export const engine = process.env.TEST_ENGINE === 'mariadb' ? 'mariadb' : 'sqlite';
const server = process.env.TEST_DATABASE_URL ?? 'mariadb://root@127.0.0.1:3306/';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

let made = 0;

/** An empty database of this test file's own: a file in the temporary folder, or a MariaDB database named after the worker. */
export async function testDatabase(): Promise<TestDatabase> {
  if (engine === 'sqlite') {
    const folder = mkdtempSync(join(tmpdir(), 'skilgrid-test-'));
    return {
      url: `sqlite:${join(folder, 'test.db')}`,
      drop: async () => rmSync(folder, { recursive: true, force: true }),
    };
  }
  const name = `skilgrid_test_${process.pid}_${++made}`;
  await administer((sql) => sql(`CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`));
  return {
    url: new URL(name, server).toString(),
    drop: () => administer((sql) => sql(`DROP DATABASE IF EXISTS ${name}`)),
  };
}

/** A migrated DataSource on a database of its own, without the application around it. */
export async function testDataSource(): Promise<{ dataSource: DataSource; url: string; close(): Promise<void> }> {
  const database = await testDatabase();
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

async function administer(work: (sql: (text: string) => Promise<unknown>) => Promise<unknown>): Promise<void> {
  const { hostname, port, username, password } = new URL(server);
  const connection = await createConnection({
    host: hostname,
    port: Number(port || 3306),
    user: decodeURIComponent(username || 'root'),
    password: decodeURIComponent(password),
  });
  try {
    await work((text) => connection.query(text));
  } finally {
    await connection.end();
  }
}
