import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { StartupError } from '../config/startup-error';
import { openSqlite, sqliteErrorCode, SQLITE_BUSY, type SqliteDatabase } from './sqlite-api';

class DatabaseInUseError extends StartupError {
  constructor(file: string) {
    super(
      `The database file ${file} is in use: another process serves it, migrates it or restores it. ` +
        'The embedded database belongs to one process; stop that one first (two at once need MariaDB or MySQL).',
    );
  }
}

const locks = new Map<string, { lock: SqliteDatabase; count: number }>();

/**
 * Locks the database file for this process until release or process end. The lock is an operating system lock, taken
 * through SQLite on an empty file beside it (`<file>.lock`), so a backup can still read the database. Connections of
 * one process share the lock.
 * @returns the release function
 * @throws DatabaseInUseError
 */
export function lockDatabaseFile(file: string): () => void {
  const path = `${canonicalPath(file)}.lock`;
  const entry = locks.get(path) ?? { lock: acquireLock(path, file), count: 0 };
  entry.count++;
  locks.set(path, entry);
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    if (--entry.count > 0) return;
    locks.delete(path);
    entry.lock.exec('ROLLBACK');
    entry.lock.close();
  };
}

/** Do not open the lock file elsewhere: closing it anywhere in this process ends the lock (POSIX). */
function acquireLock(path: string, file: string): SqliteDatabase {
  const lock = openSqlite(path, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    throw ((sqliteErrorCode(error) ?? 0) & 0xff) === SQLITE_BUSY ? new DatabaseInUseError(file) : error;
  }
}

/** The same path for every name of the file. */
function canonicalPath(file: string): string {
  return existsSync(file) ? realpathSync(file) : join(realpathSync(dirname(file)), basename(file));
}
