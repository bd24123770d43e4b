import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { StartRefused } from '../config/start-refused';
import { openSqlite, sqliteCode, SQLITE_BUSY, type SqliteDatabase } from './sqlite-api';

class DatabaseInUse extends StartRefused {
  constructor(file: string) {
    super(
      `The database file ${file} is in use: another process serves it, migrates it or restores it. ` +
        'The embedded database belongs to one process; stop that one first (two at once need MariaDB or MySQL).',
    );
  }
}

const owned = new Map<string, { lock: SqliteDatabase; times: number }>();

/**
 * This process owns the database file until it lets go or dies, however it dies: the lock is one of the operating
 * system's, taken through SQLite on an empty file beside it (`<file>.lock`), so that reading the database itself (a
 * backup) needs no leave. Any number of connections of one process own it together.
 * @returns what lets go
 * @throws DatabaseInUse
 */
export function own(file: string): () => void {
  const path = `${place(file)}.lock`;
  const held = owned.get(path) ?? { lock: locked(path, file), times: 0 };
  held.times++;
  owned.set(path, held);
  let ours = true;
  return () => {
    if (!ours) return;
    ours = false;
    if (--held.times > 0) return;
    owned.delete(path);
    held.lock.exec('ROLLBACK');
    held.lock.close();
  };
}

/** Nothing may read that file by other means: closing it anywhere in this process would end the lock (POSIX). */
function locked(path: string, file: string): SqliteDatabase {
  const lock = openSqlite(path, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    throw ((sqliteCode(error) ?? 0) & 0xff) === SQLITE_BUSY ? new DatabaseInUse(file) : error;
  }
}

/** The same for every name of the file. */
function place(file: string): string {
  return existsSync(file) ? realpathSync(file) : join(realpathSync(dirname(file)), basename(file));
}
