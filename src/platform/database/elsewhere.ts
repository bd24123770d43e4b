import { AsyncLocalStorage } from 'node:async_hooks';

/** Of the database's readings those that may be asked elsewhere. */
export interface Reads {
  rows<R>(sql: string, parameters?: readonly unknown[]): Promise<R[]>;
  each<R>(sql: string, parameters: readonly unknown[], take: (row: R) => void): Promise<void>;
}

/**
 * Where a chain of calls reads what it reads outside of transactions (platform/replica). Decided when something is first
 * read; null: here. Writes never ask for it.
 */
export interface Elsewhere {
  place(): Promise<Reads | null>;
}
export const readsElsewhere = new AsyncLocalStorage<Elsewhere>();
