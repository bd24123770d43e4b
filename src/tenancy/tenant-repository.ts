import type { EntityTarget, ObjectLiteral } from 'typeorm';
import type { Clock } from '../platform/clock';
import type { Database } from '../platform/database/database';
import { BoundedList, type PageOf, type PageRequest } from '../platform/database/bounded-list';
import { RecordSql } from '../platform/database/record-sql';
import { orderText, type SortOrder } from '../platform/database/seek';
import { columnOf, compileWhere, type Sql, type Where } from '../platform/database/where';
import { AppError } from '../platform/errors/app-error';
import { raiseVersion, versionRaisedBy } from './report-versions';
import { SearchWords } from './search-words';
import type { Tenant } from './tenant';

export type { PageOf, PageRequest, SortOrder };
type Given<E> = Omit<E, 'customer_id' | 'created_at' | 'updated_at' | 'row_version'>;
/** What an insert takes: stamps, and columns derived from others (`*_sort`, `*_key`), are the repository's. */
export type NewRecord<E> = Partial<E> & Partial<Given<E>>;

/** Rows in one INSERT: SQLite refuses more than about 500 (stack.md). */
const CHUNK = 500;

/** The record changed since the client read it. */
export class Stale extends AppError {
  constructor(current: number) {
    super({
      kind: 'stale',
      code: 'stale',
      message: 'Somebody else changed this record meanwhile. Review the current version and try again.',
      facts: { row_version: current },
    });
  }
}

/**
 * The only way to an organisation's rows (house.md §4, lock 2). The tenant is merged into every statement last, after
 * whatever the caller asked for; there is no `save` and no raw builder.
 */
export class TenantRepository<E extends { customer_id: number }> {
  private built: RecordSql<E> | undefined;
  private listed: BoundedList<E> | undefined;
  private found: { words: SearchWords<E> | null } | undefined;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly entity: EntityTarget<E & ObjectLiteral>,
  ) {}

  private get sql(): RecordSql<E> {
    return (this.built ??= new RecordSql<E>(this.database.metadata(this.entity)));
  }

  /** null: these records are not searched in. */
  private get words(): SearchWords<E> | null {
    return (this.found ??= { words: SearchWords.of<E>(this.database, this.sql, this.entity) }).words;
  }

  private get lists(): BoundedList<E> {
    return (this.listed ??= new BoundedList<E>(this.database, this.sql, ['customer_id']));
  }

  async find(tenant: Tenant, where: Where<E> = {}, page: Omit<PageRequest<E>, 'where'> = {}): Promise<E[]> {
    const owned = this.owned(tenant, where);
    const limit = page.limit === undefined ? '' : ` LIMIT ${whole(page.limit)} OFFSET ${whole(page.offset ?? 0)}`;
    const rows = await this.database.rows(
      `SELECT ${this.sql.selectList} FROM ${this.sql.table} WHERE ${owned.text}${this.orderBy(page.order)}${limit}`,
      owned.values,
    );
    return this.sql.decode(rows);
  }

  async one(tenant: Tenant, where: Where<E>): Promise<E | null> {
    return (await this.find(tenant, where, { limit: 1 }))[0] ?? null;
  }

  async count(tenant: Tenant, where: Where<E> = {}): Promise<number> {
    const owned = this.owned(tenant, where);
    const [row] = await this.database.rows<{ n: number }>(
      `SELECT COUNT(*) AS n FROM ${this.sql.table} WHERE ${owned.text}`,
      owned.values,
    );
    return Number(row?.n ?? 0);
  }

  /** One page and how many rows match, read from a bounded number of rows. @throws NarrowSearch */
  async page(tenant: Tenant, request: PageRequest<E>): Promise<PageOf<E>> {
    return this.lists.page({ text: 'customer_id = ?', values: [tenant.customer_id] }, request);
  }

  /**
   * One column of such rows as a statement within that of another repository: `{ skill_id: { among: … } }`. Bound to the
   * tenant like every other.
   */
  chosen(tenant: Tenant, where: Where<E>, column: keyof E & string): Sql {
    const owned = this.owned(tenant, where);
    const name = columnOf(this.sql.metadata, column).databaseName;
    return { text: `SELECT ${name} FROM ${this.sql.table} WHERE ${owned.text}`, values: owned.values };
  }

  /** Inserts all or nothing. A unique or foreign key may refuse: see `isDuplicate`, `isForeignKeyRefusal`. */
  async insert(tenant: Tenant, rows: NewRecord<E> | readonly NewRecord<E>[]): Promise<void> {
    const all = Array.isArray(rows) ? (rows as readonly NewRecord<E>[]) : [rows as NewRecord<E>];
    for (const part of chunks(this.stamped(tenant, all))) {
      const { text, values } = this.sql.insert(part);
      await this.database.write(text, values);
    }
    await this.words?.add(tenant.customer_id, all);
    this.counted(tenant, all.length);
  }

  /** Inserts those whose unique key is still free; the key decides, not a prior look. @returns how many were new */
  async insertMissing(tenant: Tenant, rows: readonly NewRecord<E>[]): Promise<number> {
    if (this.words) throw new Error('Records that are searched in are inserted, all or nothing');
    let added = 0;
    for (const part of chunks(this.stamped(tenant, rows))) {
      const { text, values } = this.sql.insertMissing(part, this.database.engine);
      added += await this.database.write(text, values);
    }
    return this.counted(tenant, added);
  }

  /** Inserts, and adds to the column of rows that are there already: in the order given, each row is locked by it. */
  async insertOrAdd(
    tenant: Tenant,
    rows: readonly NewRecord<E>[],
    column: keyof E & string,
    amount: number,
  ): Promise<void> {
    const name = columnOf(this.sql.metadata, column).databaseName;
    for (const part of chunks(this.stamped(tenant, rows))) {
      const { text, values } = this.sql.insertOrAdd(part, name, amount, this.database.engine);
      await this.database.write(text, values);
    }
  }

  /** Changes every matching row and counts its version up. @returns how many rows changed */
  async update(tenant: Tenant, where: Where<E>, change: Partial<E>): Promise<number> {
    const set = this.sql.set({ ...this.stamp(), ...change, customer_id: undefined });
    const owned = this.owned(tenant, where);
    const version = this.isVersioned ? ', row_version = row_version + 1' : '';
    const changed = await this.database.write(
      `UPDATE ${this.sql.table} SET ${set.text}${version} WHERE ${owned.text}`,
      [...set.values, ...owned.values],
    );
    if (changed && this.words?.isTouchedBy(change)) await this.words.renew(tenant.customer_id, where);
    return this.counted(tenant, changed, change);
  }

  /**
   * Adds to a whole column where the condition still holds (counters: `used + n <= limit` is said as `where`).
   * @returns how many rows changed: 0 means the guard refused
   */
  async add(tenant: Tenant, where: Where<E>, column: keyof E & string, amount: number): Promise<number> {
    const name = columnOf(this.sql.metadata, column).databaseName;
    const owned = this.owned(tenant, where);
    return this.database.write(`UPDATE ${this.sql.table} SET ${name} = ${name} + ? WHERE ${owned.text}`, [
      amount,
      ...owned.values,
    ]);
  }

  /**
   * Changes one row, refusing a stale `row_version` when the client sent one.
   * @returns false when there is no such row here
   * @throws Stale
   */
  async change(tenant: Tenant, where: Where<E>, change: Partial<E>, version: number | undefined): Promise<boolean> {
    const guarded = version === undefined ? where : ({ ...where, row_version: version } as Where<E>);
    if ((await this.update(tenant, guarded, change)) > 0) return true;
    const current = (await this.one(tenant, where)) as { row_version?: number } | null;
    if (!current) return false;
    throw new Stale(current.row_version ?? 0);
  }

  async remove(tenant: Tenant, where: Where<E>): Promise<number> {
    const owned = this.owned(tenant, where);
    const removed = await this.database.write(`DELETE FROM ${this.sql.table} WHERE ${owned.text}`, owned.values);
    if (removed) await this.words?.forget(tenant.customer_id, where);
    return this.counted(tenant, removed);
  }

  /** Reports that showed these rows were made of what is no longer so. */
  private counted(tenant: Tenant, rows: number, change?: object): number {
    const version = rows ? versionRaisedBy(this.entity, change) : null;
    if (version) raiseVersion(this.database, tenant.customer_id, version);
    return rows;
  }

  private owned(tenant: Tenant, where: Where<E>): Sql {
    const asked = compileWhere(this.sql.metadata, where);
    return { text: `(${asked.text}) AND customer_id = ?`, values: [...asked.values, tenant.customer_id] };
  }

  private orderBy(order: SortOrder = []): string {
    return orderText(this.sql.metadata, order);
  }

  private get isVersioned(): boolean {
    return this.sql.metadata.findColumnWithPropertyName('row_version') !== undefined;
  }

  private stamp(): Record<string, unknown> {
    return this.isVersioned ? { updated_at: this.clock.now() } : {};
  }

  private stamped(tenant: Tenant, rows: readonly NewRecord<E>[]): object[] {
    const now = this.clock.now();
    return rows.map((row) => ({
      created_at: now,
      updated_at: now,
      row_version: 1,
      ...row,
      customer_id: tenant.customer_id,
    }));
  }
}

function* chunks<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < rows.length; from += CHUNK) yield rows.slice(from, from + CHUNK);
}

function whole(value: number): number {
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`not a row count: ${value}`);
  return value;
}
