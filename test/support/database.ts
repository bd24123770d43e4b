import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';

export const engine = process.env.TEST_ENGINE === 'mariadb' ? 'mariadb' : 'sqlite';
const server = process.env.TEST_DATABASE_URL ?? 'mariadb://root@127.0.0.1:3306/';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** Creates an empty database for this test file: a temporary file, or a MariaDB database named after the worker. */
export async function createTestDatabase(): Promise<TestDatabase> {
  if (engine === 'sqlite') {
    const folder = mkdtempSync(join(tmpdir(), 'skilgrid-test-'));
    return {
      url: `sqlite:${join(folder, 'test.db')}`,
      drop: async () => rmSync(folder, { recursive: true, force: true }),
    };
  }
  // Random, not numbered: an aborted test file leaves its database behind.
  const name = `skilgrid_test_${process.pid}_${randomBytes(4).toString('hex')}`;
  await withServerConnection((sql) => sql(`CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`));
  return {
    url: new URL(name, server).toString(),
    drop: () => withServerConnection((sql) => sql(`DROP DATABASE IF EXISTS ${name}`)),
  };
}

async function withServerConnection(
  callback: (sql: (text: string) => Promise<unknown>) => Promise<unknown>,
): Promise<void> {
  const { hostname, port, username, password } = new URL(server);
  const connection = await createConnection({
    host: hostname,
    port: Number(port || 3306),
    user: decodeURIComponent(username || 'root'),
    password: decodeURIComponent(password),
  });
  try {
    await callback((text) => connection.query(text));
  } finally {
    await connection.end();
  }
}
