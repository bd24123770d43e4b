import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Connection } from 'mysql2';
import { StartRefused } from '../config/start-refused';
import { openDataSource } from '../database/data-source';
import { migrate } from '../database/migrate';
import { UNFINISHED } from '../database/boot-check';
import { readLines } from '../files/read-lines';
import { ask, connect, isServers, type ServerAddress } from './server-connection';
import type { Manifest } from './manifest';

const ROWS_AT_ONCE = 500;
const CHARACTERS_AT_ONCE = 1_000_000;

/** @throws StartRefused unless the database has no table at all: a running product, or one that ran, has many */
export async function demandEmptyServer(address: ServerAddress): Promise<void> {
  const connection = await connect(address);
  try {
    const [found] = await ask<{ n: number }>(
      connection,
      'SELECT COUNT(*) AS n FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()',
    );
    if (Number(found?.n)) {
      throw new StartRefused(`The database ${address.database} is not empty. Restore into one without any table.`);
    }
  } finally {
    connection.destroy();
  }
}

/** The tables as the migrations of the backup made them, and its rows in them. */
export async function restoreServer(
  url: string,
  address: ServerAddress,
  dump: string,
  manifest: Manifest,
  migrations: readonly Function[],
): Promise<void> {
  const connection = await connect(address);
  try {
    await ask(connection, `CREATE TABLE ${UNFINISHED} (id INTEGER NOT NULL PRIMARY KEY)`);
    const dataSource = await openDataSource({ url, entities: [], migrations });
    await migrate(dataSource).finally(() => dataSource.destroy());
    // Rows come table by table, in no order of who refers to whom; they were in one consistent state.
    await ask(connection, 'SET SESSION foreign_key_checks = 0, unique_checks = 0');
    await fill(connection, dump);
    for (const [table, rows] of Object.entries(manifest.tables)) {
      const [found] = await ask<{ n: number }>(connection, `SELECT COUNT(*) AS n FROM \`${table}\``);
      if (Number(found?.n) !== rows) throw new StartRefused(`${table} has ${found?.n} rows instead of ${rows}.`);
    }
    await ask(connection, `DROP TABLE ${UNFINISHED}`);
  } finally {
    connection.destroy();
  }
}

async function fill(connection: Connection, dump: string): Promise<void> {
  // What a migration itself wrote is in the backup too.
  const made = await ask<{ t: string }>(
    connection,
    "SELECT TABLE_NAME AS t FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE = 'BASE TABLE'",
  );
  for (const { t } of made) if (!isServers(t)) await ask(connection, `DELETE FROM \`${t}\``);
  let into = '';
  let rows: unknown[][] = [];
  let size = 0;
  const send = async (): Promise<void> => {
    if (rows.length) await ask(connection, `INSERT INTO ${into} VALUES ?`, [rows]);
    rows = [];
    size = 0;
  };
  await pipeline(createReadStream(dump), createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
    for await (const line of readLines(chunks)) {
      const entry = JSON.parse(line) as unknown[] | { table: string; columns: string[] };
      if (!Array.isArray(entry)) {
        await send();
        into = `\`${entry.table}\` (${entry.columns.map((name) => `\`${name}\``).join(', ')})`;
        continue;
      }
      // A row that is large alone goes alone: a statement has a limit at the server.
      if (rows.length && size + line.length > CHARACTERS_AT_ONCE) await send();
      rows.push(entry.map(read));
      size += line.length;
      if (rows.length >= ROWS_AT_ONCE) await send();
    }
  });
  await send();
}

function read(value: unknown): unknown {
  const bytes = (value as { b?: string } | null)?.b;
  return typeof bytes === 'string' ? Buffer.from(bytes, 'base64') : value;
}
