import { AsyncLocalStorage } from 'node:async_hooks';
import type { QueryRunner } from 'typeorm';

export type Effect = () => Promise<unknown>;

/** The open transaction of this call chain: the only thing in the house that is ambient (house.md §4). */
export interface OpenTransaction {
  runner: QueryRunner;
  afterCommit: (() => void)[];
  /** Done before COMMIT, in the order of their names: what several parts of the work asked for is done once. */
  lastly: Map<string, { items: Set<unknown>; effect: (items: never) => Promise<unknown> }>;
  /** Done when this transaction is undone, or the part of it that asked for it was. */
  ifUndone: Effect[];
  whenOver: Effect[];
  /** Done whenever it, or the part of it that asked for it, is rolled back, a repetition too: what stands outside of the database. */
  rolledBack: Effect[];
  /** Set by `transactions.alone`: the one statement, once it was sent. */
  lone?: { sent?: string };
  /** Set by `transactions.around`: those that join are undone alone when they fail, one after the other. */
  joining?: { last: Promise<unknown>; count: number };
  /** Of `transactions.part`: those that were begun in it, one after the other. */
  parts?: { last: Promise<unknown>; count: number };
}
export const openTransaction = new AsyncLocalStorage<OpenTransaction>();

/** Schema work (migrations, drift checks) runs outside `transactions.run` and says so here. */
export const schemaWork = new AsyncLocalStorage<true>();

const READS = /^\s*(?:SELECT|PRAGMA|SHOW|EXPLAIN|SET|BEGIN|START|COMMIT|ROLLBACK|SAVEPOINT|RELEASE)\b/i;
const UNCOUNTED = /^\s*(?:SET|BEGIN|START|COMMIT|ROLLBACK|SAVEPOINT|RELEASE)\b/i;

export type StatementListener = (sql: string, runner: object) => void;
const listeners = new Set<StatementListener>();
type RepetitionListener = (undone: object) => void;
const repetitionListeners = new Set<RepetitionListener>();

/** A closure begins again: nothing that this runner did was kept. Tests count this. Returns the way out. */
export function onRepeated(listener: RepetitionListener): () => void {
  repetitionListeners.add(listener);
  return () => repetitionListeners.delete(listener);
}

export function tellRepeated(undone: QueryRunner): void {
  for (const listen of repetitionListeners) listen(undone);
}

/** Benchmarks and tests count statements with this; BEGIN and COMMIT are left out (speed.md). Returns the way out. */
export function onStatement(listener: StatementListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Refuses what would lose data: a write outside a transaction, and a statement on another connection than the open
 * transaction's (on the embedded engine it would wait for itself for ever).
 */
export function checkStatement(runner: object, sql: string): void {
  if (listeners.size && !UNCOUNTED.test(sql)) for (const listen of listeners) listen(sql, runner);
  if (schemaWork.getStore()) return;
  const open = openTransaction.getStore();
  if (open && open.runner !== runner) {
    throw new Error(`A transaction is open and this statement bypasses it; use the ambient one. ${sql.slice(0, 80)}`);
  }
  if (open?.lone && !UNCOUNTED.test(sql)) {
    if (open.lone.sent) throw new Error(`One statement alone, and this is another. ${sql.slice(0, 80)}`);
    open.lone.sent = sql;
  }
  if (!open && !READS.test(sql)) {
    throw new Error(`Every write passes through transactions.run (house.md §5). ${sql.slice(0, 80)}`);
  }
}
