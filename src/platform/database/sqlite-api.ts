// The node:sqlite API: built in, with columns(), from Node 22.16; @photostructure/sqlite 1.2.1, prebuilt, on Node 20.
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
type Open = new (path: string, options?: { readOnly?: boolean; timeout?: number }) => SqliteDatabase;

/** @param timeout milliseconds for which SQLite waits for another process, stopping this one */
export function openSqlite(path: string, options: { readOnly?: boolean; timeout?: number } = {}): SqliteDatabase {
  return new (api())(path, options);
}

function api(): Open {
  try {
    return require('node:sqlite').DatabaseSync as Open;
  } catch {
    return require('@photostructure/sqlite').DatabaseSync as Open;
  }
}

/** SQLite's own number for what went wrong (extended ones say more above the lowest byte), wrapped by TypeORM or not. */
export function sqliteCode(error: unknown): number | undefined {
  const outer = error as { driverError?: unknown; errcode?: number } | null;
  return ((outer?.driverError ?? outer ?? {}) as { errcode?: number }).errcode;
}
export const SQLITE_BUSY = 5;
export const SQLITE_CORRUPT = 11;
export const SQLITE_NOTADB = 26;
