import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Connection } from 'mysql2';
import { StartupError } from '../config/startup-error';
import { openDataSource } from '../database/data-source';
import { migrate } from '../database/migrate';
import { RESTORE_MARKER_TABLE } from '../database/startup-checks';
import { readLines } from '../files/read-lines';
import { runQuery, connectToServer, isInternalTable, type ServerAddress } from './server-connection';
import type { Manifest } from './manifest';

const MAX_ROWS_PER_INSERT = 500;
const MAX_CHARACTERS_PER_INSERT = 1_000_000;

/** @throws StartupError unless the database has no tables at all */
export async function assertServerIsEmpty(address: ServerAddress): Promise<void> {
  const connection = await connectToServer(address);
  try {
    const [count] = await runQuery<{ n: number }>(
      connection,
      'SELECT COUNT(*) AS n FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()',
    );
    if (Number(count?.n)) {
      throw new StartupError(`The database ${address.database} is not empty. Restore into one without any table.`);
    }
  } finally {
    connection.destroy();
  }
}

/** Creates the tables by the backup's migrations and inserts its rows. */
export async function restoreServer(
  url: string,
  address: ServerAddress,
  dump: string,
  manifest: Manifest,
  migrations: readonly Function[],
): Promise<void> {
  const connection = await connectToServer(address);
  try {
    await runQuery(connection, `CREATE TABLE ${RESTORE_MARKER_TABLE} (id INTEGER NOT NULL PRIMARY KEY)`);
    const dataSource = await openDataSource({ url, entities: [], migrations });
    await migrate(dataSource).finally(() => dataSource.destroy());
    // Rows come table by table, regardless of foreign keys; the snapshot was consistent.
    await runQuery(connection, 'SET SESSION foreign_key_checks = 0, unique_checks = 0');
    await insertDump(connection, dump);
    for (const [table, rows] of Object.entries(manifest.tables)) {
      const [count] = await runQuery<{ n: number }>(connection, `SELECT COUNT(*) AS n FROM \`${table}\``);
      if (Number(count?.n) !== rows) throw new StartupError(`${table} has ${count?.n} rows instead of ${rows}.`);
    }
    await runQuery(connection, `DROP TABLE ${RESTORE_MARKER_TABLE}`);
  } finally {
    connection.destroy();
  }
}

async function insertDump(connection: Connection, dump: string): Promise<void> {
  // Rows written by migrations are in the backup too.
  const tables = await runQuery<{ t: string }>(
    connection,
    "SELECT TABLE_NAME AS t FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE = 'BASE TABLE'",
  );
  for (const { t } of tables) if (!isInternalTable(t)) await runQuery(connection, `DELETE FROM \`${t}\``);
  let target = '';
  let rows: unknown[][] = [];
  let size = 0;
  const flush = async (): Promise<void> => {
    if (rows.length) await runQuery(connection, `INSERT INTO ${target} VALUES ?`, [rows]);
    rows = [];
    size = 0;
  };
  await pipeline(createReadStream(dump), createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
    for await (const line of readLines(chunks)) {
      const entry = JSON.parse(line) as unknown[] | { table: string; columns: string[] };
      if (!Array.isArray(entry)) {
        await flush();
        target = `\`${entry.table}\` (${entry.columns.map((name) => `\`${name}\``).join(', ')})`;
        continue;
      }
      // Large rows go in an INSERT of their own: the server limits the statement size.
      if (rows.length && size + line.length > MAX_CHARACTERS_PER_INSERT) await flush();
      rows.push(entry.map(fromJsonValue));
      size += line.length;
      if (rows.length >= MAX_ROWS_PER_INSERT) await flush();
    }
  });
  await flush();
}

function fromJsonValue(value: unknown): unknown {
  const bytes = (value as { b?: string } | null)?.b;
  return typeof bytes === 'string' ? Buffer.from(bytes, 'base64') : value;
}
