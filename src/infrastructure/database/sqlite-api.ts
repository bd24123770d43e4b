// The node:sqlite API: built in (with columns()) from Node 22.16; on Node 20 prebuilt @photostructure/sqlite 1.2.1.
export type SqliteRow = Record<string, unknown>;
interface SqliteStatement {
  columns(): unknown[];
  all(...p: unknown[]): SqliteRow[];
  run(...p: unknown[]): { changes: number; lastInsertRowid: number };
}
export interface SqliteDatabase {
  prepare(sql: string): SqliteStatement;
  exec(sql: string): void;
  close(): void;
}
type SqliteConstructor = new (path: string, options?: { readOnly?: boolean; timeout?: number }) => SqliteDatabase;

/** @param timeout milliseconds that SQLite waits for another process, blocking this one */
export function openSqlite(path: string, options: { readOnly?: boolean; timeout?: number } = {}): SqliteDatabase {
  return new (loadSqlite())(path, options);
}

function loadSqlite(): SqliteConstructor {
  try {
    return require('node:sqlite').DatabaseSync as SqliteConstructor;
  } catch {
    return require('@photostructure/sqlite').DatabaseSync as SqliteConstructor;
  }
}

/** TypeORM may wrap the error; extended codes use the bits above the lowest byte. */
export function sqliteErrorCode(error: unknown): number | undefined {
  const outer = error as { driverError?: unknown; errcode?: number } | null;
  return ((outer?.driverError ?? outer ?? {}) as { errcode?: number }).errcode;
}
export const SQLITE_BUSY = 5;
export const SQLITE_CORRUPT = 11;
export const SQLITE_NOTADB = 26;
