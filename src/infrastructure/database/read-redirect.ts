import { AsyncLocalStorage } from 'node:async_hooks';

/** The reads of `Database` that can run on a replica. */
export interface RowReader {
  rows<R>(sql: string, parameters?: readonly unknown[]): Promise<R[]>;
  each<R>(sql: string, parameters: readonly unknown[], onRow: (row: R) => void): Promise<void>;
}

/**
 * Redirects reads outside of transactions to a replica (infrastructure/replica). Resolved at the first read; null: the main
 * database. Writes are never redirected.
 */
export interface ReadRedirect {
  resolveReader(): Promise<RowReader | null>;
}
export const readRedirect = new AsyncLocalStorage<ReadRedirect>();
