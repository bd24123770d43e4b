import { AsyncLocalStorage } from 'node:async_hooks';
import type { QueryRunner } from 'typeorm';

export type Effect = () => Promise<unknown>;

/** The open transaction of this async call chain. */
export interface OpenTransaction {
  runner: QueryRunner;
  afterCommit: (() => void)[];
  /** Effects run before COMMIT, in the order of their keys; each runs once for all its items. */
  beforeCommit: Map<string, { items: Set<unknown>; effect: (items: never) => Promise<unknown> }>;
  /** Effects run again after this transaction or its savepoint was rolled back. */
  redoEffects: Effect[];
  finalEffects: Effect[];
  /** Run on every rollback of the transaction or savepoint, retries included: revert effects outside the database. */
  rollbackEffects: Effect[];
  /** Set by `transactions.autocommit`: its one statement, once sent. */
  autocommit?: { statement?: string };
  /** Set by `transactions.runOutermost`: joining calls run in savepoints, one after the other. */
  savepoints?: { last: Promise<unknown>; count: number };
  /** For `transactions.runInSavepoint`: its savepoints, one after the other. */
  nestedSavepoints?: { last: Promise<unknown>; count: number };
}
export const openTransaction = new AsyncLocalStorage<OpenTransaction>();

/** Marks schema work (migrations, drift checks), which runs outside `transactions.run`. */
export const schemaWork = new AsyncLocalStorage<true>();

const READ_STATEMENT = /^\s*(?:SELECT|PRAGMA|SHOW|EXPLAIN|SET|BEGIN|START|COMMIT|ROLLBACK|SAVEPOINT|RELEASE)\b/i;
const CONTROL_STATEMENT = /^\s*(?:SET|BEGIN|START|COMMIT|ROLLBACK|SAVEPOINT|RELEASE)\b/i;

export type StatementListener = (sql: string, runner: object) => void;
const listeners = new Set<StatementListener>();
type RetryListener = (runner: object) => void;
const retryListeners = new Set<RetryListener>();

/** For tests: called when a transaction is retried. Returns the unsubscribe function. */
export function onTransactionRetry(listener: RetryListener): () => void {
  retryListeners.add(listener);
  return () => retryListeners.delete(listener);
}

export function notifyRetry(runner: QueryRunner): void {
  for (const listener of retryListeners) listener(runner);
}

/** For benchmarks and tests: called for each statement but BEGIN, COMMIT etc. Returns the unsubscribe function. */
export function onStatement(listener: StatementListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Rejects writes outside a transaction, and statements on another connection than the open transaction's: on the
 * embedded engine they would wait for themselves forever.
 */
export function assertStatementAllowed(runner: object, sql: string): void {
  if (listeners.size && !CONTROL_STATEMENT.test(sql)) for (const listener of listeners) listener(sql, runner);
  if (schemaWork.getStore()) return;
  const open = openTransaction.getStore();
  if (open && open.runner !== runner) {
    throw new Error(`A transaction is open and this statement bypasses it on another connection. ${sql.slice(0, 80)}`);
  }
  if (open?.autocommit && !CONTROL_STATEMENT.test(sql)) {
    if (open.autocommit.statement) throw new Error(`One statement alone, and this is another. ${sql.slice(0, 80)}`);
    open.autocommit.statement = sql;
  }
  if (!open && !READ_STATEMENT.test(sql)) {
    throw new Error(`Every write passes through transactions.run (docs/architecture.md). ${sql.slice(0, 80)}`);
  }
}
