import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Connection } from 'mysql2';
import { syncFile } from '../files/durable-files';
import { runQuery, connectToServer, isInternalTable, type ServerAddress } from './server-connection';
import type { StoredFiles, Snapshot, BackupSource } from './snapshot';

const DUMP_FILE = 'database.ndjson.gz';

/**
 * Reads every table of a MariaDB or MySQL database in one RETRYABLE_ERRNOS READ snapshot transaction, row by row. A line with
 * a table and its columns is followed by its rows: JSON arrays, bytes as {"b": base64}.
 */
export async function createServerSource(
  address: ServerAddress,
  storedFiles: readonly StoredFiles[],
): Promise<BackupSource> {
  const connection = await connectToServer(address);
  const files = async (): Promise<string[]> => {
    const names: string[] = [];
    for (const { sql, path } of storedFiles)
      names.push(...(await runQuery<Record<string, unknown>>(connection, sql)).map(path));
    return names;
  };
  return {
    files,
    takeSnapshot: async (folder: string): Promise<Snapshot> => {
      await runQuery(connection, 'SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ');
      await runQuery(connection, 'START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY');
      try {
        const tables: Record<string, number> = {};
        const path = join(folder, DUMP_FILE);
        const lines = Readable.from(dumpLines(connection, tables));
        await pipeline(lines, createGzip({ level: 6 }), createWriteStream(path, { mode: 0o600 }));
        await syncFile(path);
        const migrations = await runQuery<{ name: string }>(
          connection,
          'SELECT name FROM schema_migration ORDER BY id',
        );
        return { path: DUMP_FILE, files: await files(), migrations: migrations.map(({ name }) => name), tables };
      } finally {
        await runQuery(connection, 'ROLLBACK');
      }
    },
    close: async () => connection.destroy(),
  };
}

async function* dumpLines(connection: Connection, counts: Record<string, number>): AsyncGenerator<string> {
  const columns = await runQuery<{ t: string; c: string }>(
    connection,
    `SELECT c.TABLE_NAME AS t, c.COLUMN_NAME AS c FROM information_schema.COLUMNS c
     JOIN information_schema.TABLES t ON t.TABLE_SCHEMA = c.TABLE_SCHEMA AND t.TABLE_NAME = c.TABLE_NAME
     WHERE c.TABLE_SCHEMA = DATABASE() AND t.TABLE_TYPE = 'BASE TABLE' ORDER BY c.TABLE_NAME, c.ORDINAL_POSITION`,
  );
  const tables = new Map<string, string[]>();
  for (const { t, c } of columns) if (!isInternalTable(t)) tables.set(t, [...(tables.get(t) ?? []), c]);
  for (const [table, names] of tables) {
    yield `${JSON.stringify({ table, columns: names })}\n`;
    const sql = `SELECT ${names.map((name) => `\`${name}\``).join(', ')} FROM \`${table}\``;
    let count = 0;
    let lines = '';
    for await (const row of connection.query({ sql, rowsAsArray: true }).stream({ highWaterMark: 200 })) {
      lines += `${JSON.stringify((row as unknown[]).map(toJsonValue))}\n`;
      count++;
      if (lines.length < 65_536) continue;
      yield lines;
      lines = '';
    }
    if (lines) yield lines;
    counts[table] = count;
  }
}

const toJsonValue = (value: unknown): unknown => (Buffer.isBuffer(value) ? { b: value.toString('base64') } : value);
