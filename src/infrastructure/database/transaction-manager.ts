import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import { storageFailureOf } from '../../common/errors/database-availability';
import { transactionSlotsOf } from './data-source';
import { engineOf } from './engine';
import { DatabaseTimeoutError, retryWindow } from './deadline';
import { sqliteErrorCode, SQLITE_BUSY } from './sqlite-api';
import { sendStatement } from './send-statement';
import { openTransaction, notifyRetry, type Effect, type OpenTransaction } from './transaction-context';

/** Errors of MySQL, MariaDB, Galera and TiDB after which nothing was stored and a retry is safe. */
const RETRYABLE_ERRNOS = new Set([1213, 1205, 1047, 1180, 1927, 2006, 2013, 1053]);
const CONNECTION_LOST_CODES = new Set(['PROTOCOL_CONNECTION_LOST', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNREFUSED']);
/** Another process has written since this transaction's first read. */
const SQLITE_BUSY_SNAPSHOT = 517;
const MAX_ATTEMPTS = 12;

/** A row changed between read and write: the closure is retried and reads the current state. */
export class StaleReadError extends Error {}

/** BEGIN IMMEDIATE takes the write lock first, so waiting for another process happens before any work. */
const BEGIN_SQL = { sqlite: 'BEGIN IMMEDIATE', mariadb: 'START TRANSACTION', mysql: 'START TRANSACTION' } as const;

interface TransactionMode {
  hasSavepoints: boolean;
  autocommit?: boolean;
}

/** Runs transactions, repeats them after deadlocks and lost connections, and runs effects after COMMIT or ROLLBACK. */
@Injectable()
export class TransactionManager {
  /** The last write that failed for lack of storage, and when (UTC milliseconds). */
  lastStorageFailure: { error: Error; at: number } | undefined;

  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /**
   * Runs `work` in one transaction, or joins the open one. The closure may run several times (deadlock, certification
   * conflict, lost connection, `StaleReadError`), so it may touch nothing but the database: side effects go to
   * `afterCommit` or through the outbox. On the embedded engine callers queue (docs/architecture.md).
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const open = openTransaction.getStore();
    if (open) return open.savepoints ? this.runInOpenTransaction(open, open.savepoints, work) : work();
    return this.runWithRetries(work, { hasSavepoints: false });
  }

  /**
   * Runs one conditional statement in autocommit mode, which saves the round trips of BEGIN and COMMIT. Inside a
   * transaction it joins it. A second statement throws, and so does a write that raises a version or a count. On a
   * server the first statement then stays committed, and a statement that timed out may be: it must be idempotent, and
   * a failure must need no rollback.
   */
  async autocommit<T>(write: () => Promise<T>): Promise<T> {
    return openTransaction.getStore()
      ? this.run(write)
      : this.runWithRetries(write, { hasSavepoints: false, autocommit: true });
  }

  /**
   * One transaction around a whole request. Each inner `run` gets a savepoint, so a caller that catches its error
   * continues as if it had run in a transaction of its own.
   */
  async runOutermost<T>(work: () => Promise<T>): Promise<T> {
    if (openTransaction.getStore()) throw new Error('transactions.runOutermost cannot run inside a transaction');
    return this.runWithRetries(work, { hasSavepoints: true });
  }

  private async runWithRetries<T>(work: () => Promise<T>, mode: TransactionMode): Promise<T> {
    const startedAt = performance.now();
    for (let attempt = 1; ; attempt++) {
      const redoEffects: Effect[] = [];
      const finalEffects: Effect[] = [];
      const rollbackEffects: Effect[] = [];
      const runner = this.dataSource.createQueryRunner();
      try {
        const result = await this.runOnce(runner, work, mode, { redoEffects, finalEffects, rollbackEffects });
        await runAll(finalEffects);
        return result;
      } catch (error) {
        await runAll(rollbackEffects);
        if (attempt >= MAX_ATTEMPTS || !isRetryable(error) || performance.now() - startedAt >= retryWindow()) {
          if (storageFailureOf(error)) this.lastStorageFailure = { error: error as Error, at: Date.now() };
          await runAll([...finalEffects, ...redoEffects]);
          throw error;
        }
        notifyRetry(runner);
        await pause(Math.random() * Math.min(1000, 5 * 2 ** attempt));
      }
    }
  }

  /**
   * Runs `work` in a savepoint of the open transaction; callers may catch its error and continue. Savepoints run one
   * after the other. Without an open transaction it starts one.
   */
  async runInSavepoint<T>(work: () => Promise<T>): Promise<T> {
    const open = openTransaction.getStore();
    if (!open) return this.run(work);
    return this.runInOpenTransaction(
      open,
      open.savepoints ?? (open.nestedSavepoints ??= { last: Promise.resolve(), count: 0 }),
      work,
    );
  }

  /** Runs after the outermost transaction has committed; at once when none is open. */
  afterCommit(effect: () => void): void {
    const open = openTransaction.getStore();
    if (open) open.afterCommit.push(effect);
    else effect();
  }

  /**
   * For effects that must survive a rollback, such as counting a failed attempt: runs `effect` again in a transaction
   * of its own before the caller gets the error. Does nothing outside a transaction.
   */
  redoAfterRollback(effect: Effect): void {
    openTransaction.getStore()?.redoEffects.push(effect);
  }

  /** Reverts a side effect outside the database when the open transaction rolls back. */
  onRollback(effect: Effect): void {
    openTransaction.getStore()?.rollbackEffects.push(effect);
  }

  private async runInOpenTransaction<T>(
    outer: OpenTransaction,
    savepoints: NonNullable<OpenTransaction['savepoints']>,
    work: () => Promise<T>,
  ): Promise<T> {
    const { runner, afterCommit, redoEffects, finalEffects } = outer;
    const name = `part_${++savepoints.count}`;
    const nested: OpenTransaction = {
      runner,
      afterCommit: [],
      beforeCommit: new Map(),
      redoEffects: [],
      finalEffects,
      rollbackEffects: [],
    };
    const nestedRun = savepoints.last.then(() =>
      openTransaction.run(nested, async () => {
        await sendStatement(runner, `SAVEPOINT ${name}`);
        try {
          const result = await work();
          await sendStatement(runner, `RELEASE SAVEPOINT ${name}`);
          redoEffects.push(...nested.redoEffects);
          outer.rollbackEffects.push(...nested.rollbackEffects);
          return result;
        } catch (error) {
          await runAll(nested.rollbackEffects);
          finalEffects.push(...nested.redoEffects);
          // After a deadlock the server has rolled back everything, including the savepoint; the outermost transaction
          // retries.
          if (!isRetryable(error)) await sendStatement(runner, `ROLLBACK TO SAVEPOINT ${name}`).catch(() => undefined);
          throw error;
        }
      }),
    );
    // Two at once would roll back each other's savepoints.
    savepoints.last = nestedRun.catch(() => undefined);
    const result = await nestedRun;
    afterCommit.push(...nested.afterCommit);
    // Only after success: a savepoint that was rolled back has written nothing.
    for (const [key, { items, effect }] of nested.beforeCommit) {
      const existing = outer.beforeCommit.get(key);
      outer.beforeCommit.set(key, { items: new Set([...(existing?.items ?? []), ...items]), effect });
    }
    return result;
  }

  private async runOnce<T>(
    runner: QueryRunner,
    work: () => Promise<T>,
    { hasSavepoints, autocommit }: TransactionMode,
    effects: Pick<OpenTransaction, 'redoEffects' | 'finalEffects' | 'rollbackEffects'>,
  ): Promise<T> {
    const open: OpenTransaction = {
      runner,
      afterCommit: [],
      beforeCommit: new Map(),
      ...effects,
      ...(autocommit && { autocommit: {} }),
      ...(hasSavepoints && { savepoints: { last: Promise.resolve(), count: 0 } }),
    };
    const slots = transactionSlotsOf(this.dataSource);
    try {
      await slots.acquire(open);
      const result = await openTransaction.run(open, () => this.execute(open, work));
      for (const effect of open.afterCommit) effect();
      return result;
    } catch (error) {
      // Waiting callers would hit the same timeout, one after the other.
      if (error instanceof DatabaseTimeoutError || sqliteErrorCode(error) === SQLITE_BUSY)
        slots.failWaiting(new DatabaseTimeoutError());
      throw error;
    } finally {
      slots.release(open);
      await runner.release();
    }
  }

  private async execute<T>(open: OpenTransaction, work: () => Promise<T>): Promise<T> {
    const { runner } = open;
    // In autocommit mode a server needs no BEGIN. The embedded file has one writing connection.
    const isExplicit = !open.autocommit || engineOf(this.dataSource) === 'sqlite';
    if (isExplicit) await sendStatement(runner, BEGIN_SQL[engineOf(this.dataSource)]);
    try {
      const result = await work();
      await runBeforeCommitEffects(open);
      if (isExplicit) await sendStatement(runner, 'COMMIT');
      return result;
    } catch (error) {
      // A failing rollback (connection lost) must not hide the cause.
      if (isExplicit) await sendStatement(runner, 'ROLLBACK').catch(() => undefined);
      throw error;
    }
  }
}

/** Sorted by key, so that two transactions never wait for each other's rows. */
async function runBeforeCommitEffects({ beforeCommit }: OpenTransaction): Promise<void> {
  for (const [, { items, effect }] of [...beforeCommit].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    await effect(items as never);
}

/** One after the other; a failing effect must not hide the original error. */
async function runAll(effects: readonly Effect[]): Promise<void> {
  for (const effect of effects) await effect().catch(() => undefined);
}

function isRetryable(error: unknown): boolean {
  if (error instanceof StaleReadError) return true;
  const cause = driverError(error);
  return (
    (cause.errno !== undefined && RETRYABLE_ERRNOS.has(cause.errno)) ||
    (cause.code !== undefined && CONNECTION_LOST_CODES.has(cause.code)) ||
    cause.errcode === SQLITE_BUSY_SNAPSHOT
  );
}

/** A unique key was violated, on either engine. */
export function isUniqueViolation(error: unknown): boolean {
  const cause = driverError(error);
  return cause.errno === 1062 || /UNIQUE constraint failed|PRIMARY KEY constraint/i.test(cause.message ?? '');
}

/** A foreign key was violated: the row is still referenced (delete), or references no row of its customer (insert). */
export function isForeignKeyViolation(error: unknown): boolean {
  const cause = driverError(error);
  return cause.errno === 1451 || cause.errno === 1452 || /FOREIGN KEY constraint failed/i.test(cause.message ?? '');
}

function driverError(error: unknown): { errno?: number; errcode?: number; code?: string; message?: string } {
  const outer = error as { driverError?: unknown } | null;
  return (outer?.driverError ?? outer ?? {}) as ReturnType<typeof driverError>;
}
