import { existsSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { StartRefused } from '../config/start-refused';
import { openSqlite } from '../database/sqlite-api';
import { syncFile } from '../files/durable-files';
import type { KeptFiles, Snapshot, Source } from './snapshot';

const COPY = 'database.sqlite';

/** The embedded database, read beside the process that serves it: a copy of one moment, without its write-ahead log. */
export function sqliteSource(file: string, keptFiles: readonly KeptFiles[]): Source {
  if (!existsSync(file)) throw new StartRefused(`There is no database file ${file} to back up.`);
  const rowsOf = (path: string, sql: string): Record<string, unknown>[] => {
    const db = openSqlite(path, { readOnly: true });
    try {
      return db.prepare(sql).all();
    } finally {
      db.close();
    }
  };
  const files = (from: string): string[] => keptFiles.flatMap(({ sql, path }) => rowsOf(from, sql).map(path));
  return {
    files: async () => files(file),
    take: async (folder: string): Promise<Snapshot> => {
      const copy = join(folder, COPY);
      const db = openSqlite(file, { readOnly: true });
      try {
        db.prepare('VACUUM INTO ?').run(copy);
      } finally {
        db.close();
      }
      await chmod(copy, 0o600);
      await syncFile(copy);
      const names = rowsOf(copy, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'");
      const tables: Record<string, number> = {};
      for (const { name } of names)
        tables[String(name)] = Number(rowsOf(copy, `SELECT COUNT(*) AS n FROM "${name}"`)[0]!['n']);
      const migrations = rowsOf(copy, 'SELECT name FROM schema_migration ORDER BY id').map(({ name }) => String(name));
      return { path: COPY, files: files(copy), migrations, tables };
    },
    end: async () => undefined,
  };
}
