import { setTimeout as pause } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';
import { engineOf } from './engine';
import { statementTimeout, withTimeout } from './deadline';
import { sqliteErrorCode, SQLITE_BUSY } from './sqlite-api';
import { getStatementTimer } from './statement-timer';
import { assertStatementAllowed } from './transaction-context';

/** Retry interval while another process writes to the embedded file (a backup, a restore). */
const BUSY_RETRY_MS = 20;
/** COMMIT and ROLLBACK are sent even after the deadline: a transaction must not stay open. */
const ENDING_TIMEOUT_MS = 500;
const ENDING_STATEMENT = /^\s*(?:COMMIT|ROLLBACK)/i;

export interface ServerConnection {
  release(): void;
  destroy(): void;
  stream: { destroy(): void };
}

/**
 * Sends one statement within the time limits (deadline.ts), after `assertStatementAllowed`. Destroys a connection that
 * does not answer in time.
 * @param isStructured true returns TypeORM's QueryResult with `affected`
 * @throws DatabaseTimeoutError, QueryFailedError
 */
export function sendStatement(
  runner: QueryRunner,
  sql: string,
  parameters: readonly unknown[] = [],
  isStructured = false,
): Promise<unknown> {
  assertStatementAllowed(runner, sql);
  const execute = (): Promise<unknown> => runner.query(sql, [...parameters], isStructured as never);
  const timeoutMs = Math.max(statementTimeout(), ENDING_STATEMENT.test(sql) ? ENDING_TIMEOUT_MS : 0);
  const isSqlite = engineOf(runner.dataSource) === 'sqlite';
  return getStatementTimer(runner.dataSource).measure(sql, () =>
    isSqlite ? retryWhileBusy(execute, timeoutMs) : sendToServer(runner, execute, timeoutMs),
  );
}

async function sendToServer<T>(runner: QueryRunner, execute: () => Promise<T>, timeoutMs: number): Promise<T> {
  const startedAt = performance.now();
  const connection = await connectRunner(runner, timeoutMs);
  return withTimeout(execute(), timeoutMs - (performance.now() - startedAt), () => destroyConnection(connection));
}

/** The runner's pooled connection; one that arrives too late goes back. @throws DatabaseTimeoutError */
export function connectRunner(runner: QueryRunner, timeoutMs: number): Promise<ServerConnection> {
  const pending = runner.connect() as Promise<ServerConnection>;
  return withTimeout(pending, timeoutMs, () => {
    pending.then(
      (connection) => connection.release(),
      () => undefined,
    );
  });
}

/** mysql2's `destroy` first sends a quit packet, which a stalled server never answers. */
export function destroyConnection(connection: ServerConnection): void {
  connection.destroy();
  connection.stream.destroy();
}

/** Retries without blocking the event loop, as SQLite's busy timeout would. */
async function retryWhileBusy<T>(execute: () => Promise<T>, timeoutMs: number): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await execute();
    } catch (error) {
      if (sqliteErrorCode(error) !== SQLITE_BUSY || performance.now() >= deadline) throw error;
      await pause(BUSY_RETRY_MS);
    }
  }
}
