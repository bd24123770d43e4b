import type { Type } from '@nestjs/common';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import type { Clock } from '../common/clock';
import type { Database } from '../infrastructure/database/database';
import type { ListPage, PageRequest, Search } from '../infrastructure/database/list-page';
import { PagedList } from '../infrastructure/database/paged-list';
import { RecordStatements, type Scope } from '../infrastructure/database/record-statements';
import type { Sql } from '../infrastructure/database/sql-parameters';
import type { Where } from '../infrastructure/database/where';
import { WordSearch } from '../infrastructure/database/word-search';
import { StaleRecordError } from '../common/errors/record.errors';
import { getResourceMetadata } from './resource-metadata';
import { SearchIndex } from './search-index';

/** SQLite rejects more than about 500 rows in one INSERT. */
const INSERT_BATCH_SIZE = 500;
/** MariaDB turns a longer IN list into a temporary table. */
const READ_BATCH_SIZE = 999;

/**
 * Rows of one entity within a scope: one customer (TenantRepository) or none (DirectoryRepository). The scope is added
 * to every statement; writes run inside `transactions.run`.
 */
export class ScopedRepository<E extends object> {
  private cachedStatements: RecordStatements<E> | undefined;
  private cachedList: PagedList<E> | undefined;
  private cachedSearchIndex: { searchIndex: SearchIndex<E> | null } | undefined;

  /** @param scope columns that every statement compares with one value each */
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly entity: EntityTarget<E & ObjectLiteral>,
    private readonly scope: readonly string[],
  ) {}

  get sql(): RecordStatements<E> {
    return (this.cachedStatements ??= new RecordStatements<E>(this.database.metadata(this.entity), this.scope));
  }

  /** null: not searchable */
  get searchIndex(): SearchIndex<E> | null {
    return (this.cachedSearchIndex ??= { searchIndex: SearchIndex.forEntity<E>(this.database, this.sql, this.entity) })
      .searchIndex;
  }

  async find(scope: Scope, where: Where<E>, options: Omit<PageRequest<E>, 'where'>): Promise<E[]> {
    const { text, values } = this.sql.find(scope, where, options);
    return this.sql.decode(await this.database.rows(text, values));
  }

  /**
   * Any number of rows in batches. Rows may be sorted by any column, so the keys are read first, then the rows of a
   * batch of keys. Rows that no longer match are omitted.
   */
  async *findInBatches(scope: Scope, where: Where<E>, options: Omit<PageRequest<E>, 'where'>): AsyncGenerator<E[]> {
    const matching = options.search ? this.whereFoundBy(scope, where, options.search) : where;
    const { key } = this;
    const { text, values } = this.sql.find(scope, matching, options, [key]);
    const keys: unknown[] = [];
    const addKey = (row: Record<string, unknown>): void => {
      keys.push(...this.sql.decode([row]).map((each) => each[key]));
    };
    await this.database.each(text, values, addKey);
    for (let from = 0; from < keys.length; from += READ_BATCH_SIZE) {
      const batch = keys.slice(from, from + READ_BATCH_SIZE);
      const rows = await this.find(scope, { anyOf: [where], [key]: batch } as Where<E>, {});
      const byKey = new Map(rows.map((row) => [row[key] as unknown, row]));
      yield batch.flatMap((each) => byKey.get(each) ?? []);
    }
  }

  async findColumns(scope: Scope, where: Where<E>, columns: readonly string[]): Promise<E[]> {
    const { text, values } = this.sql.find(scope, where, {}, columns);
    const rows: Record<string, unknown>[] = [];
    await this.database.each<Record<string, unknown>>(text, values, (row) => rows.push(row));
    return this.sql.decode(rows);
  }

  /** Column that identifies a row within the customer. For a longer composite key: the id of the resource. */
  private get key(): keyof E & string {
    const { primaryColumns, target } = this.sql.metadata;
    const names = primaryColumns.map(({ propertyName }) => propertyName);
    const idColumns = names.length > 1 ? names.filter((name) => name !== 'customer_id') : names;
    return (
      idColumns.length === 1 ? idColumns[0]! : getResourceMetadata(target as Type<object>).definition.id
    ) as keyof E & string;
  }

  /** Rows that contain all search words, as a condition on the id column. */
  private whereFoundBy(scope: Scope, where: Where<E>, search: Search): Where<E> {
    const scopedSearch = this.scopeSearch(search);
    const among = new WordSearch(this.sql, scope, scopedSearch).ids();
    return { anyOf: [where], [scopedSearch.recordColumn ?? this.key]: { among } } as unknown as Where<E>;
  }

  async count(scope: Scope, where: Where<E>): Promise<number> {
    const { text, values } = this.sql.count(scope, where);
    const [row] = await this.database.rows<{ n: number }>(text, values);
    return Number(row?.n ?? 0);
  }

  async findPage(scope: Scope, request: PageRequest<E>): Promise<ListPage<E>> {
    const { search } = request;
    return this.pagedList.page(scope, search ? { ...request, search: this.scopeSearch(search) } : request);
  }

  /** First matches of a word search in one statement (GET /api/search). */
  async searchFirst(scope: Scope, request: PageRequest<E>, search: Search): Promise<ListPage<E>> {
    return this.pagedList.searchFirst(scope, request, this.scopeSearch(search));
  }

  private get pagedList(): PagedList<E> {
    return (this.cachedList ??= new PagedList<E>(this.database, this.sql));
  }

  private scopeSearch(search: Search): Search {
    return this.searchIndex?.scopeSearch(search) ?? search;
  }

  async insert(rows: readonly object[]): Promise<void> {
    await this.insertAll(rows, (part) => this.sql.insert(part));
  }

  /** @returns the number of new rows; the unique key decides */
  insertMissing(rows: readonly object[]): Promise<number> {
    return this.insertAll(rows, (part) => this.sql.insertMissing(part));
  }

  async insertOrReplace(rows: readonly object[]): Promise<void> {
    await this.insertAll(rows, (part) => this.sql.insertOrReplace(part));
  }

  /** Rows are locked in the given order. */
  async insertOrAdd(rows: readonly object[], column: string, amount: number): Promise<void> {
    await this.insertAll(rows, (part) => this.sql.insertOrIncrement(part, column, amount));
  }

  private async insertAll(rows: readonly object[], insert: (part: readonly object[]) => Sql): Promise<number> {
    let affected = 0;
    for (let from = 0; from < rows.length; from += INSERT_BATCH_SIZE) {
      const { text, values } = insert(rows.slice(from, from + INSERT_BATCH_SIZE));
      affected += await this.database.write(text, values);
    }
    return affected;
  }

  async update(scope: Scope, where: Where<E>, changes: Record<string, unknown>): Promise<number> {
    const timestamps = this.isVersioned ? { updated_at: this.clock.now() } : {};
    const { text, values } = this.sql.update(scope, where, { ...timestamps, ...changes }, this.isVersioned);
    return this.database.write(text, values);
  }

  async add(scope: Scope, where: Where<E>, amounts: Readonly<Record<string, number>>): Promise<number> {
    const { text, values } = this.sql.increment(scope, where, amounts);
    return this.database.write(text, values);
  }

  async remove(scope: Scope, where: Where<E>): Promise<number> {
    const { text, values } = this.sql.remove(scope, where);
    return this.database.write(text, values);
  }

  /** Updates one row and checks `row_version` if given. @returns false: no such row @throws StaleRecordError */
  async updateVersioned(
    where: Where<E>,
    version: number | undefined,
    update: (versionedWhere: Where<E>) => Promise<number>,
    findCurrent: () => Promise<E | null>,
  ): Promise<boolean> {
    if ((await update(version === undefined ? where : { ...where, row_version: version })) > 0) return true;
    const current = (await findCurrent()) as { row_version?: number } | null;
    if (!current) return false;
    throw new StaleRecordError(current.row_version ?? 0);
  }

  withTimestamps<R extends object>(row: R) {
    const now = this.clock.now();
    return { created_at: now, updated_at: now, row_version: 1, ...row };
  }

  get isVersioned(): boolean {
    return this.sql.metadata.findColumnWithPropertyName('row_version') !== undefined;
  }
}
