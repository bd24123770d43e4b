import { setTimeout as pause } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';
import { engineOf } from './engine';
import { statementTime, withTimeout } from './deadline';
import { sqliteCode, SQLITE_BUSY } from './sqlite-api';
import { watchOf } from './statement-watch';
import { checkStatement } from './transaction-context';

/** Another process writes to the embedded file (a backup, a restore). */
const BUSY_RETRY_MS = 20;
/** COMMIT and ROLLBACK are sent even when the time is over: a transaction must not stay open. */
const ENDING_MS = 500;
const ENDS = /^\s*(?:COMMIT|ROLLBACK)/i;

/** A connection of mysql2's pool. */
export interface ServerConnection {
  release(): void;
  destroy(): void;
  stream: { destroy(): void };
}

/**
 * Sends one statement within the time limits (deadline.ts), after the check of `checkStatement`. A connection whose answer
 * did not come in time is destroyed.
 * @param isStructured true: TypeORM's QueryResult, with `affected`
 * @throws DatabaseSlow, QueryFailedError
 */
export function send(
  runner: QueryRunner,
  sql: string,
  parameters: readonly unknown[] = [],
  isStructured = false,
): Promise<unknown> {
  checkStatement(runner, sql);
  const ask = (): Promise<unknown> => runner.query(sql, [...parameters], isStructured as never);
  const limit = Math.max(statementTime(), ENDS.test(sql) ? ENDING_MS : 0);
  const isFile = engineOf(runner.dataSource) === 'sqlite';
  return watchOf(runner.dataSource).over(sql, () => (isFile ? whenFree(ask, limit) : onServer(runner, ask, limit)));
}

async function onServer<T>(runner: QueryRunner, ask: () => Promise<T>, limit: number): Promise<T> {
  const began = performance.now();
  const connection = await connected(runner, limit);
  return withTimeout(ask(), limit - (performance.now() - began), () => discard(connection));
}

/** Its connection of the pool; one that comes too late goes back. @throws DatabaseSlow */
export function connected(runner: QueryRunner, limit: number): Promise<ServerConnection> {
  const coming = runner.connect() as Promise<ServerConnection>;
  return withTimeout(coming, limit, () => {
    coming.then(
      (late) => late.release(),
      () => undefined,
    );
  });
}

/** `destroy` says goodbye first, which a server that stalls never answers. */
export function discard(connection: ServerConnection): void {
  connection.destroy();
  connection.stream.destroy();
}

/** Asked again without blocking this process, as SQLite's own waiting would. */
async function whenFree<T>(ask: () => Promise<T>, limit: number): Promise<T> {
  const until = performance.now() + limit;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (sqliteCode(error) !== SQLITE_BUSY || performance.now() >= until) throw error;
      await pause(BUSY_RETRY_MS);
    }
  }
}
