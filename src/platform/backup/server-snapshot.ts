import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Connection } from 'mysql2';
import { syncFile } from '../files/durable-files';
import { ask, connect, isServers, type ServerAddress } from './server-connection';
import type { KeptFiles, Snapshot, Source } from './snapshot';

const DUMP = 'database.ndjson.gz';

/**
 * A MariaDB or MySQL database: every table read in one REPEATABLE READ transaction that began as a consistent snapshot,
 * row by row. A line names a table and its columns, the lines after it are its rows: JSON arrays, bytes as {"b": base64}.
 */
export async function serverSource(address: ServerAddress, keptFiles: readonly KeptFiles[]): Promise<Source> {
  const connection = await connect(address);
  const files = async (): Promise<string[]> => {
    const names: string[] = [];
    for (const { sql, path } of keptFiles)
      names.push(...(await ask<Record<string, unknown>>(connection, sql)).map(path));
    return names;
  };
  return {
    files,
    take: async (folder: string): Promise<Snapshot> => {
      await ask(connection, 'SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ');
      await ask(connection, 'START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY');
      try {
        const tables: Record<string, number> = {};
        const path = join(folder, DUMP);
        const lines = Readable.from(linesOf(connection, tables));
        await pipeline(lines, createGzip({ level: 6 }), createWriteStream(path, { mode: 0o600 }));
        await syncFile(path);
        const migrations = await ask<{ name: string }>(connection, 'SELECT name FROM schema_migration ORDER BY id');
        return { path: DUMP, files: await files(), migrations: migrations.map(({ name }) => name), tables };
      } finally {
        await ask(connection, 'ROLLBACK');
      }
    },
    end: async () => connection.destroy(),
  };
}

async function* linesOf(connection: Connection, counts: Record<string, number>): AsyncGenerator<string> {
  const columns = await ask<{ t: string; c: string }>(
    connection,
    `SELECT c.TABLE_NAME AS t, c.COLUMN_NAME AS c FROM information_schema.COLUMNS c
     JOIN information_schema.TABLES t ON t.TABLE_SCHEMA = c.TABLE_SCHEMA AND t.TABLE_NAME = c.TABLE_NAME
     WHERE c.TABLE_SCHEMA = DATABASE() AND t.TABLE_TYPE = 'BASE TABLE' ORDER BY c.TABLE_NAME, c.ORDINAL_POSITION`,
  );
  const tables = new Map<string, string[]>();
  for (const { t, c } of columns) if (!isServers(t)) tables.set(t, [...(tables.get(t) ?? []), c]);
  for (const [table, names] of tables) {
    yield `${JSON.stringify({ table, columns: names })}\n`;
    const sql = `SELECT ${names.map((name) => `\`${name}\``).join(', ')} FROM \`${table}\``;
    let count = 0;
    let lines = '';
    for await (const row of connection.query({ sql, rowsAsArray: true }).stream({ highWaterMark: 200 })) {
      lines += `${JSON.stringify((row as unknown[]).map(written))}\n`;
      count++;
      if (lines.length < 65_536) continue;
      yield lines;
      lines = '';
    }
    if (lines) yield lines;
    counts[table] = count;
  }
}

const written = (value: unknown): unknown => (Buffer.isBuffer(value) ? { b: value.toString('base64') } : value);
