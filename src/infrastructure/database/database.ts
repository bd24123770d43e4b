import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityMetadata, type EntityTarget, type ObjectLiteral, type QueryRunner } from 'typeorm';
import { readDataSourceOf, readWorkerOf } from './data-source';
import { readRedirect, type ReadRedirect } from './read-redirect';
import { engineOf, type Engine } from './engine';
import { streamRows } from './stream-rows';
import { getStatementTimer } from './statement-timer';
import { sendStatement } from './send-statement';
import { assertStatementAllowed, openTransaction, schemaWork } from './transaction-context';

export type SqlValue = string | number | bigint | null | Uint8Array | boolean;

/** Runs SQL in the open transaction or on a connection of its own. For infrastructure/ and tenancy/ only. */
@Injectable()
export class Database {
  readonly engine: Engine;

  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {
    this.engine = engineOf(dataSource);
  }

  metadata(entity: EntityTarget<ObjectLiteral>): EntityMetadata {
    return this.dataSource.getMetadata(entity);
  }

  /** Rows in driver types: bytes for ids, numbers for instants. Both engines take `?`. */
  async rows<R = Record<string, unknown>>(sql: string, parameters: readonly SqlValue[] = []): Promise<R[]> {
    const activeReadRedirect = this.activeReadRedirect();
    const reader = activeReadRedirect && (await activeReadRedirect.resolveReader());
    if (reader) return reader.rows<R>(sql, parameters);
    return (await this.withRunner((runner) => sendStatement(runner, sql, parameters))) as R[];
  }

  /** Passes rows one by one: for results too long for memory or one event loop turn. */
  async each<R>(sql: string, parameters: readonly SqlValue[], onRow: (row: R) => void): Promise<void> {
    const activeReadRedirect = this.activeReadRedirect();
    const reader = activeReadRedirect && (await activeReadRedirect.resolveReader());
    if (reader) return reader.each(sql, parameters, onRow);
    await this.withRunner((runner) => this.streamOn(runner, sql, parameters, onRow));
  }

  /** Returns the number of changed rows. Throws outside `transactions.run`. */
  async write(sql: string, parameters: readonly SqlValue[] = []): Promise<number> {
    const result = await this.withRunner((runner) => sendStatement(runner, sql, parameters, true));
    return (result as { affected?: number }).affected ?? 0;
  }

  /** Runs `effect` once before COMMIT with the items of all callers under this key. No-op outside a transaction. */
  beforeCommit<T>(key: string, item: T, effect: (items: ReadonlySet<T>) => Promise<unknown>): void {
    const { beforeCommit } = openTransaction.getStore() ?? {};
    const existing = beforeCommit?.get(key);
    if (existing) existing.items.add(item);
    else beforeCommit?.set(key, { items: new Set<unknown>([item]), effect });
  }

  /** Undefined inside transactions: their reads never go to a replica. */
  protected activeReadRedirect(): ReadRedirect | undefined {
    return openTransaction.getStore() || schemaWork.getStore() ? undefined : readRedirect.getStore();
  }

  private async withRunner<T>(work: (runner: QueryRunner) => Promise<T>): Promise<T> {
    const open = openTransaction.getStore();
    if (open) return work(open.runner);
    const dataSource = schemaWork.getStore() ? this.dataSource : readDataSourceOf(this.dataSource);
    const runner = dataSource.createQueryRunner();
    try {
      return await work(runner);
    } finally {
      await runner.release();
    }
  }

  /** On the embedded engine the worker reads long results, except in a transaction, which must see its own rows. */
  private async streamOn<R>(
    runner: QueryRunner,
    sql: string,
    parameters: readonly SqlValue[],
    onRow: (row: R) => void,
  ) {
    if (this.engine !== 'sqlite') return streamRows(runner, sql, parameters, onRow);
    const isInTransaction = openTransaction.getStore() || schemaWork.getStore();
    const readWorker = isInTransaction ? undefined : readWorkerOf(this.dataSource);
    if (!readWorker) return ((await sendStatement(runner, sql, parameters)) as R[]).forEach(onRow);
    assertStatementAllowed(runner, sql);
    await getStatementTimer(this.dataSource).measure(sql, () => readWorker.each(sql, parameters, onRow));
  }
}
