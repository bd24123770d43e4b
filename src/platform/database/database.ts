import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityMetadata, type EntityTarget, type ObjectLiteral, type QueryRunner } from 'typeorm';
import { readingOf, threadOf } from './data-source';
import { readsElsewhere, type Elsewhere } from './elsewhere';
import { engineOf, type Engine } from './engine';
import { readEach } from './long-reads';
import { watchOf } from './statement-watch';
import { send } from './statements';
import { checkStatement, openTransaction, schemaWork } from './transaction-context';

export type SqlValue = string | number | bigint | null | Uint8Array | boolean;

/** Statements on the ambient transaction, or on a connection of their own. Used by platform/ and tenancy/ only. */
@Injectable()
export class Database {
  readonly engine: Engine;

  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {
    this.engine = engineOf(dataSource);
  }

  metadata(entity: EntityTarget<ObjectLiteral>): EntityMetadata {
    return this.dataSource.getMetadata(entity);
  }

  /** Rows as the driver gives them: bytes for ids, numbers for instants. Both engines take `?`. */
  async rows<R = Record<string, unknown>>(sql: string, parameters: readonly SqlValue[] = []): Promise<R[]> {
    const elsewhere = this.elsewhere();
    const there = elsewhere && (await elsewhere.place());
    if (there) return there.rows<R>(sql, parameters);
    return (await this.use((runner) => send(runner, sql, parameters))) as R[];
  }

  /** The same rows one by one as they come: an answer too long to be held, or to be taken in at once. */
  async each<R>(sql: string, parameters: readonly SqlValue[], take: (row: R) => void): Promise<void> {
    const elsewhere = this.elsewhere();
    const there = elsewhere && (await elsewhere.place());
    if (there) return there.each(sql, parameters, take);
    await this.use((runner) => this.eachOn(runner, sql, parameters, take));
  }

  /** Runs a write and returns how many rows it changed. Throws outside `transactions.run`. */
  async write(sql: string, parameters: readonly SqlValue[] = []): Promise<number> {
    const result = await this.use((runner) => send(runner, sql, parameters, true));
    return (result as { affected?: number }).affected ?? 0;
  }

  /**
   * Does `effect` once, right before the open transaction is committed, with the items of all who asked under this key.
   * Outside one, where nothing could be written, nothing happens.
   */
  lastly<T>(key: string, item: T, effect: (items: ReadonlySet<T>) => Promise<unknown>): void {
    const { lastly } = openTransaction.getStore() ?? {};
    const known = lastly?.get(key);
    if (known) known.items.add(item);
    else lastly?.set(key, { items: new Set<unknown>([item]), effect });
  }

  /** Undefined: what is read is read here. What a transaction reads it decides by: that is always here. */
  protected elsewhere(): Elsewhere | undefined {
    return openTransaction.getStore() || schemaWork.getStore() ? undefined : readsElsewhere.getStore();
  }

  private async use<T>(work: (runner: QueryRunner) => Promise<T>): Promise<T> {
    const open = openTransaction.getStore();
    if (open) return work(open.runner);
    const dataSource = schemaWork.getStore() ? this.dataSource : readingOf(this.dataSource);
    const runner = dataSource.createQueryRunner();
    try {
      return await work(runner);
    } finally {
      await runner.release();
    }
  }

  /** Long answers of the embedded file come from its thread, except in a transaction, which reads its own rows. */
  private async eachOn<R>(runner: QueryRunner, sql: string, parameters: readonly SqlValue[], take: (row: R) => void) {
    if (this.engine !== 'sqlite') return readEach(runner, sql, parameters, take);
    const isOwn = openTransaction.getStore() || schemaWork.getStore();
    const thread = isOwn ? undefined : threadOf(this.dataSource);
    if (!thread) return ((await send(runner, sql, parameters)) as R[]).forEach(take);
    checkStatement(runner, sql);
    await watchOf(this.dataSource).over(sql, () => thread.each(sql, parameters, take));
  }
}
