import { lockDatabaseFile } from './database-file-lock';
import { openSqlite, type SqliteDatabase, type SqliteRow } from './sqlite-api';

/** How long shutdown waits for a reader of the file (a backup) before it leaves the write-ahead log in place. */
const CHECKPOINT_WAIT_MS = 2_000;

const openDatabases = new Set<EmbeddedSqlite>();

/** Closes all open databases at process end. */
export function closeEmbeddedDatabases(): void {
  for (const database of openDatabases) database.close();
}

/**
 * The node:sqlite API behind the constructor that TypeORM's 'better-sqlite3' type expects: { type: 'better-sqlite3',
 * driver: EmbeddedSqlite, … }. Tested with composite BINARY keys, relations, paging, foreign keys and schema drift on
 * TypeORM 1.1.1. Writers lock the file (database-file-lock.ts); readers do not.
 */
export class EmbeddedSqlite {
  private readonly db: SqliteDatabase;
  private readonly releaseLock: () => void = () => undefined;

  /** @throws DatabaseInUseError */
  constructor(path: string, options: { readonly?: boolean; timeout?: number } = {}) {
    const isWritable = !options.readonly;
    if (isWritable && path !== ':memory:') this.releaseLock = lockDatabaseFile(path);
    try {
      this.db = openSqlite(path, { readOnly: !isWritable, timeout: options.timeout ?? 5000 });
      if (isWritable) this.db.exec('PRAGMA synchronous = FULL');
    } catch (error) {
      this.releaseLock();
      throw error;
    }
    if (isWritable) openDatabases.add(this);
  }

  pragma(text: string): SqliteRow[] {
    return this.db.prepare(`PRAGMA ${text}`).all();
  }

  exec(sql: string): this {
    this.db.exec(sql);
    return this;
  }

  prepare(sql: string) {
    const statement = this.db.prepare(sql);
    return {
      reader: statement.columns().length > 0,
      all: (...p: unknown[]) => statement.all(...p),
      run: (...p: unknown[]) => statement.run(...p),
    };
  }

  close(): void {
    if (openDatabases.delete(this)) this.checkpoint();
    this.db.close();
    this.releaseLock();
  }

  /**
   * Moves the write-ahead log into the file, so that a copy of a stopped server's file is complete. Closing alone does
   * not while prepared statements are cached.
   */
  private checkpoint(): void {
    try {
      this.db.exec('ROLLBACK');
    } catch {
      // No transaction was open: the normal case.
    }
    try {
      this.pragma(`busy_timeout = ${CHECKPOINT_WAIT_MS}`);
      this.pragma('wal_checkpoint(TRUNCATE)');
    } catch {
      // Full disk or damaged file: the next start applies the log.
    }
  }
}
