import type { EntityTarget, ObjectLiteral } from 'typeorm';
import type { Clock } from '../platform/clock';
import type { Database } from '../platform/database/database';
import type { PageOf, PageRequest, Search } from '../platform/database/list-page';
import type { Sql, Where } from '../platform/database/where';
import { Records } from './records';
import { raiseVersion, versionRaisedBy } from './report-versions';
import type { Tenant } from './tenant';

export type { PageOf, PageRequest };
type Given<E> = Omit<E, 'customer_id' | 'created_at' | 'updated_at' | 'row_version'>;
/** What an insert takes: stamps, and columns derived from others (`*_sort`, `*_key`), are the repository's. */
export type NewRecord<E> = Partial<E> & Partial<Given<E>>;

/**
 * The only way to an organisation's rows (house.md §4, lock 2). The tenant is merged into every statement last, after
 * whatever the caller asked for; there is no `save` and no raw builder.
 */
export class TenantRepository<E extends object> {
  private readonly records: Records<E>;

  constructor(
    private readonly database: Database,
    clock: Clock,
    private readonly entity: EntityTarget<E & ObjectLiteral>,
  ) {
    this.records = new Records<E>(database, clock, entity, ['customer_id']);
  }

  find({ customer_id }: Tenant, where: Where<E> = {}, page: Omit<PageRequest<E>, 'where'> = {}): Promise<E[]> {
    return this.records.find([customer_id], where, page);
  }

  /** All of them, read in batches while they are taken. */
  batches(
    { customer_id }: Tenant,
    where: Where<E> = {},
    page: Omit<PageRequest<E>, 'where'> = {},
  ): AsyncGenerator<E[]> {
    return this.records.batches([customer_id], where, page);
  }

  /** So many columns of each, in one statement. */
  columnsOf({ customer_id }: Tenant, where: Where<E>, columns: readonly string[]): Promise<E[]> {
    return this.records.columnsOf([customer_id], where, columns);
  }

  async one(tenant: Tenant, where: Where<E>): Promise<E | null> {
    return (await this.find(tenant, where, { limit: 1 }))[0] ?? null;
  }

  count({ customer_id }: Tenant, where: Where<E> = {}): Promise<number> {
    return this.records.count([customer_id], where);
  }

  /** One page and how many rows match, read from a bounded number of rows. @throws NarrowSearch */
  page({ customer_id }: Tenant, request: PageRequest<E>): Promise<PageOf<E>> {
    return this.records.page([customer_id], request);
  }

  /** A few of those that words find, in one statement; how many there are is told of those that were looked at. */
  async fewFound({ customer_id }: Tenant, request: PageRequest<E>, search: Search): Promise<PageOf<E>> {
    return this.records.fewFound([customer_id], request, search);
  }

  /**
   * One column of such rows as a statement within that of another repository: `{ skill_id: { among: … } }`. Bound to the
   * tenant like every other.
   */
  chosen({ customer_id }: Tenant, where: Where<E>, column: keyof E & string): Sql {
    return this.records.sql.find([customer_id], where, {}, [column]);
  }

  /** Inserts all or nothing. A unique or foreign key may refuse: see `isDuplicate`, `isForeignKeyRefusal`. */
  async insert(tenant: Tenant, rows: NewRecord<E> | readonly NewRecord<E>[]): Promise<void> {
    const all = Array.isArray(rows) ? (rows as readonly NewRecord<E>[]) : [rows as NewRecord<E>];
    await this.records.insert(this.owned(tenant, all));
    await this.records.words?.add(tenant.customer_id, all);
    this.raised(tenant, all.length, { added: all });
  }

  /** Inserts those whose unique key is still free; the key decides, not a prior look. @returns how many were new */
  async insertMissing(tenant: Tenant, rows: readonly NewRecord<E>[]): Promise<number> {
    if (this.records.words) throw new Error('Records that are searched in are inserted, all or nothing');
    return this.raised(tenant, await this.records.insertMissing(this.owned(tenant, rows)), { added: rows });
  }

  /** Inserts; a row whose primary key is known already says from now on what the new one says. For what has no version. */
  async insertOrReplace(tenant: Tenant, rows: readonly NewRecord<E>[]): Promise<void> {
    if (this.records.words || this.records.isVersioned)
      throw new Error('Records that are searched in or versioned are inserted, or changed');
    await this.records.insertOrReplace(this.owned(tenant, rows));
    this.raised(tenant, rows.length, { added: rows });
  }

  /** Inserts, and adds to the column of rows that are there already: in the order given, each row is locked by it. */
  async insertOrAdd(
    tenant: Tenant,
    rows: readonly NewRecord<E>[],
    column: keyof E & string,
    amount: number,
  ): Promise<void> {
    await this.records.insertOrAdd(this.owned(tenant, rows), column, amount);
  }

  /** Changes every matching row and counts its version up. @returns how many rows changed */
  async update(tenant: Tenant, where: Where<E>, change: Partial<E>): Promise<number> {
    const { customer_id } = tenant;
    const { words } = this.records;
    const changed = await this.records.update([customer_id], where, { ...change, customer_id: undefined });
    if (changed && words?.isTouchedBy(change)) await words.renew(customer_id, where);
    return this.raised(tenant, changed, { change });
  }

  /**
   * Adds to a whole column where the condition still holds (counters: `used + n <= limit` is said as `where`).
   * @returns how many rows changed: 0 means the guard refused
   */
  add({ customer_id }: Tenant, where: Where<E>, column: keyof E & string, amount: number): Promise<number> {
    return this.records.add([customer_id], where, { [column]: amount });
  }

  /**
   * Changes one row, refusing a stale `row_version` when the client sent one.
   * @returns false when there is no such row here
   * @throws Stale
   */
  change(tenant: Tenant, where: Where<E>, change: Partial<E>, version: number | undefined): Promise<boolean> {
    const one = () => this.one(tenant, where);
    return this.records.change(where, version, (guarded) => this.update(tenant, guarded, change), one);
  }

  async remove(tenant: Tenant, where: Where<E>): Promise<number> {
    const { customer_id } = tenant;
    const removed = await this.records.remove([customer_id], where);
    if (removed) await this.records.words?.forget(customer_id, where);
    return this.raised(tenant, removed);
  }

  /** Reports that showed these rows were made of what is no longer so. */
  private raised(tenant: Tenant, rows: number, by: { change?: object; added?: readonly object[] } = {}): number {
    const version = rows ? versionRaisedBy(this.entity, by) : null;
    if (version) raiseVersion(this.database, tenant.customer_id, version);
    return rows;
  }

  private owned({ customer_id }: Tenant, rows: readonly NewRecord<E>[]): object[] {
    return rows.map((row) => ({ ...this.records.stamped(row), customer_id }));
  }
}
