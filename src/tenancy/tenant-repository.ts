import type { EntityTarget, ObjectLiteral } from 'typeorm';
import type { Clock } from '../common/clock';
import type { Database } from '../infrastructure/database/database';
import type { ListPage, PageRequest, Search } from '../infrastructure/database/list-page';
import type { Sql, Where } from '../infrastructure/database/where';
import { ScopedRepository } from './scoped-repository';
import { raiseReportVersion, findRaisedVersion } from './report-versions';
import type { Tenant } from './tenant';

export type { ListPage, PageRequest };
type InsertableFields<E> = Omit<E, 'customer_id' | 'created_at' | 'updated_at' | 'row_version'>;
/** Timestamps, row_version and derived columns (`*_sort`, `*_key`) are set by the repository. */
export type NewRecord<E> = Partial<E> & Partial<InsertableFields<E>>;

/**
 * The only access to rows of a customer (docs/architecture.md). The tenant is merged into every statement last; there
 * is no `save` and no query builder.
 */
export class TenantRepository<E extends object> {
  private readonly repository: ScopedRepository<E>;

  constructor(
    private readonly database: Database,
    clock: Clock,
    private readonly entity: EntityTarget<E & ObjectLiteral>,
  ) {
    this.repository = new ScopedRepository<E>(database, clock, entity, ['customer_id']);
  }

  find({ customer_id }: Tenant, where: Where<E> = {}, options: Omit<PageRequest<E>, 'where'> = {}): Promise<E[]> {
    return this.repository.find([customer_id], where, options);
  }

  findInBatches(
    { customer_id }: Tenant,
    where: Where<E> = {},
    options: Omit<PageRequest<E>, 'where'> = {},
  ): AsyncGenerator<E[]> {
    return this.repository.findInBatches([customer_id], where, options);
  }

  /** Reads some columns of all matching rows in one statement. */
  findColumns({ customer_id }: Tenant, where: Where<E>, columns: readonly string[]): Promise<E[]> {
    return this.repository.findColumns([customer_id], where, columns);
  }

  async findOne(tenant: Tenant, where: Where<E>): Promise<E | null> {
    return (await this.find(tenant, where, { limit: 1 }))[0] ?? null;
  }

  count({ customer_id }: Tenant, where: Where<E> = {}): Promise<number> {
    return this.repository.count([customer_id], where);
  }

  /** One page and the total, read from a bounded number of rows. @throws SearchTooBroadError */
  findPage({ customer_id }: Tenant, request: PageRequest<E>): Promise<ListPage<E>> {
    return this.repository.findPage([customer_id], request);
  }

  /** First matches of a word search in one statement; the total counts only the rows that were read. */
  async searchFirst({ customer_id }: Tenant, request: PageRequest<E>, search: Search): Promise<ListPage<E>> {
    return this.repository.searchFirst([customer_id], request, search);
  }

  /** One column of the matching rows as a subquery for another repository: `{ skill_id: { among: … } }`. */
  selectColumn({ customer_id }: Tenant, where: Where<E>, column: keyof E & string): Sql {
    return this.repository.sql.find([customer_id], where, {}, [column]);
  }

  /** All or nothing. A unique or foreign key may reject it: see `isUniqueViolation`, `isForeignKeyViolation`. */
  async insert(tenant: Tenant, rows: NewRecord<E> | readonly NewRecord<E>[]): Promise<void> {
    const newRows = Array.isArray(rows) ? (rows as readonly NewRecord<E>[]) : [rows as NewRecord<E>];
    await this.repository.insert(this.withCustomer(tenant, newRows));
    await this.repository.searchIndex?.add(tenant.customer_id, newRows);
    this.raiseReportVersion(tenant, newRows.length, { added: newRows });
  }

  /** Skips rows whose unique key exists. @returns the number of new rows */
  async insertMissing(tenant: Tenant, rows: readonly NewRecord<E>[]): Promise<number> {
    if (this.repository.searchIndex) throw new Error('insertMissing does not support searchable records: use insert');
    return this.raiseReportVersion(tenant, await this.repository.insertMissing(this.withCustomer(tenant, rows)), {
      added: rows,
    });
  }

  /** Replaces rows whose primary key exists. Only for entities without a version. */
  async insertOrReplace(tenant: Tenant, rows: readonly NewRecord<E>[]): Promise<void> {
    if (this.repository.searchIndex || this.repository.isVersioned)
      throw new Error('insertOrReplace does not support searchable or versioned records');
    await this.repository.insertOrReplace(this.withCustomer(tenant, rows));
    this.raiseReportVersion(tenant, rows.length, { added: rows });
  }

  /** Inserts, and adds to the column of existing rows. Rows are locked in the given order. */
  async insertOrAdd(
    tenant: Tenant,
    rows: readonly NewRecord<E>[],
    column: keyof E & string,
    amount: number,
  ): Promise<void> {
    await this.repository.insertOrAdd(this.withCustomer(tenant, rows), column, amount);
  }

  /** Changes every matching row and increments its version. @returns the number of changed rows */
  async update(tenant: Tenant, where: Where<E>, changes: Partial<E>): Promise<number> {
    const { customer_id } = tenant;
    const { searchIndex } = this.repository;
    const changedCount = await this.repository.update([customer_id], where, { ...changes, customer_id: undefined });
    if (changedCount && searchIndex?.isTouchedBy(changes)) await searchIndex.reindex(customer_id, where);
    return this.raiseReportVersion(tenant, changedCount, { changes });
  }

  /**
   * Adds to an integer column; a guard such as `used + n <= limit` belongs in `where`.
   * @returns 0 when the guard rejected
   */
  add({ customer_id }: Tenant, where: Where<E>, column: keyof E & string, amount: number): Promise<number> {
    return this.repository.add([customer_id], where, { [column]: amount });
  }

  /** Changes one row and checks `row_version` if given. @returns false: no such row @throws StaleRecordError */
  updateVersioned(tenant: Tenant, where: Where<E>, changes: Partial<E>, version: number | undefined): Promise<boolean> {
    const findCurrent = () => this.findOne(tenant, where);
    return this.repository.updateVersioned(
      where,
      version,
      (versionedWhere) => this.update(tenant, versionedWhere, changes),
      findCurrent,
    );
  }

  async remove(tenant: Tenant, where: Where<E>): Promise<number> {
    const { customer_id } = tenant;
    const removedCount = await this.repository.remove([customer_id], where);
    if (removedCount) await this.repository.searchIndex?.remove(customer_id, where);
    return this.raiseReportVersion(tenant, removedCount);
  }

  private raiseReportVersion(
    tenant: Tenant,
    rows: number,
    write: { changes?: object; added?: readonly object[] } = {},
  ): number {
    const version = rows ? findRaisedVersion(this.entity, write) : null;
    if (version) raiseReportVersion(this.database, tenant.customer_id, version);
    return rows;
  }

  private withCustomer({ customer_id }: Tenant, rows: readonly NewRecord<E>[]): object[] {
    return rows.map((row) => ({ ...this.repository.withTimestamps(row), customer_id }));
  }
}
