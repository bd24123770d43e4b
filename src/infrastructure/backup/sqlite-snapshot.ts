import { existsSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../config/startup-error';
import { openSqlite } from '../database/sqlite-api';
import { syncFile } from '../files/durable-files';
import type { StoredFiles, Snapshot, BackupSource } from './snapshot';

const COPY_FILE = 'database.sqlite';

/** Snapshots the embedded database while another process serves it; the copy needs no write-ahead log. */
export function createSqliteSource(file: string, storedFiles: readonly StoredFiles[]): BackupSource {
  if (!existsSync(file)) throw new StartupError(`There is no database file ${file} to back up.`);
  const readRows = (path: string, sql: string): Record<string, unknown>[] => {
    const db = openSqlite(path, { readOnly: true });
    try {
      return db.prepare(sql).all();
    } finally {
      db.close();
    }
  };
  const files = (from: string): string[] => storedFiles.flatMap(({ sql, path }) => readRows(from, sql).map(path));
  return {
    files: async () => files(file),
    takeSnapshot: async (folder: string): Promise<Snapshot> => {
      const copy = join(folder, COPY_FILE);
      const db = openSqlite(file, { readOnly: true });
      try {
        db.prepare('VACUUM INTO ?').run(copy);
      } finally {
        db.close();
      }
      await chmod(copy, 0o600);
      await syncFile(copy);
      const names = readRows(copy, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'");
      const tables: Record<string, number> = {};
      for (const { name } of names)
        tables[String(name)] = Number(readRows(copy, `SELECT COUNT(*) AS n FROM "${name}"`)[0]!['n']);
      const migrations = readRows(copy, 'SELECT name FROM schema_migration ORDER BY id').map(({ name }) =>
        String(name),
      );
      return { path: COPY_FILE, files: files(copy), migrations, tables };
    },
    close: async () => undefined,
  };
}
