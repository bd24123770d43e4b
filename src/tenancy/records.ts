import type { Type } from '@nestjs/common';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import type { Clock } from '../platform/clock';
import type { Database } from '../platform/database/database';
import type { PageOf, PageRequest, Search } from '../platform/database/list-page';
import { PagedList } from '../platform/database/paged-list';
import { RecordStatements, type Scope } from '../platform/database/record-statements';
import type { Sql } from '../platform/database/parameters';
import type { Where } from '../platform/database/where';
import { WordSearch } from '../platform/database/word-search';
import { Stale } from '../platform/errors/record-errors';
import { keptBy } from './resources/kept';
import { SearchWords } from './search-words';

/** Rows in one INSERT: SQLite refuses more than about 500 (stack.md). */
const CHUNK = 500;
/** Rows in one batch of a long answer; MariaDB makes a longer list of keys a table. */
const BATCH = 999;

/**
 * The rows of one entity, within a scope: one organisation's (tenant-repository.ts), or none (directory.ts). Every statement
 * ends with the scope; every write inside `transactions.run`.
 */
export class Records<E extends object> {
  private built: RecordStatements<E> | undefined;
  private pages: PagedList<E> | undefined;
  private found: { words: SearchWords<E> | null } | undefined;

  /** @param scope the columns that every statement binds to one value each */
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly entity: EntityTarget<E & ObjectLiteral>,
    private readonly scope: readonly string[],
  ) {}

  get sql(): RecordStatements<E> {
    return (this.built ??= new RecordStatements<E>(this.database.metadata(this.entity), this.scope));
  }

  /** null: these records are not searched in. */
  get words(): SearchWords<E> | null {
    return (this.found ??= { words: SearchWords.of<E>(this.database, this.sql, this.entity) }).words;
  }

  async find(scope: Scope, where: Where<E>, page: Omit<PageRequest<E>, 'where'>): Promise<E[]> {
    const { text, values } = this.sql.find(scope, where, page);
    return this.sql.decode(await this.database.rows(text, values));
  }

  /**
   * However many, those that words find among them, in batches: their order may be by any column, so their keys are read
   * first, and then the rows of so many keys at a time. A row that no longer matches by then is left out.
   */
  async *batches(scope: Scope, where: Where<E>, page: Omit<PageRequest<E>, 'where'>): AsyncGenerator<E[]> {
    const matching = page.search ? this.foundBy(scope, where, page.search) : where;
    const { key } = this;
    const { text, values } = this.sql.find(scope, matching, page, [key]);
    const keys: unknown[] = [];
    const addKey = (row: Record<string, unknown>): void => {
      keys.push(...this.sql.decode([row]).map((each) => each[key]));
    };
    await this.database.each(text, values, addKey);
    for (let from = 0; from < keys.length; from += BATCH) {
      const batch = keys.slice(from, from + BATCH);
      const rows = await this.find(scope, { anyOf: [where], [key]: batch } as Where<E>, {});
      const byKey = new Map(rows.map((row) => [row[key] as unknown, row]));
      yield batch.flatMap((each) => byKey.get(each) ?? []);
    }
  }

  /** So many columns of each row, in one statement. */
  async columnsOf(scope: Scope, where: Where<E>, columns: readonly string[]): Promise<E[]> {
    const { text, values } = this.sql.find(scope, where, {}, columns);
    const rows: Record<string, unknown>[] = [];
    await this.database.each<Record<string, unknown>>(text, values, (row) => rows.push(row));
    return this.sql.decode(rows);
  }

  /** The column that names a row within the customer: of a composite primary key the resource's id stands for the others. */
  private get key(): keyof E & string {
    const { primaryColumns, target } = this.sql.metadata;
    const names = primaryColumns.map(({ propertyName }) => propertyName);
    const own = names.length > 1 ? names.filter((name) => name !== 'customer_id') : names;
    return (own.length === 1 ? own[0]! : keptBy(target as Type<object>).definition.id) as keyof E & string;
  }

  /** The rows that have all of these words, as a condition on the column that names them. */
  private foundBy(scope: Scope, where: Where<E>, search: Search): Where<E> {
    const own = this.searchOf(search);
    const among = new WordSearch(this.sql, scope, own).ids();
    return { anyOf: [where], [own.by ?? this.key]: { among } } as unknown as Where<E>;
  }

  async count(scope: Scope, where: Where<E>): Promise<number> {
    const { text, values } = this.sql.count(scope, where);
    const [row] = await this.database.rows<{ n: number }>(text, values);
    return Number(row?.n ?? 0);
  }

  async page(scope: Scope, request: PageRequest<E>): Promise<PageOf<E>> {
    const { search } = request;
    return this.list.page(scope, search ? { ...request, search: this.searchOf(search) } : request);
  }

  /** A few by their words, in one statement (GET /api/search). */
  async fewFound(scope: Scope, request: PageRequest<E>, search: Search): Promise<PageOf<E>> {
    return this.list.searchFirst(scope, request, this.searchOf(search));
  }

  private get list(): PagedList<E> {
    return (this.pages ??= new PagedList<E>(this.database, this.sql));
  }

  private searchOf(search: Search): Search {
    return this.words?.asked(search) ?? search;
  }

  async insert(rows: readonly object[]): Promise<void> {
    await this.insertAll(rows, (part) => this.sql.insert(part));
  }

  /** @returns how many were new: the key decides, not a prior look */
  insertMissing(rows: readonly object[]): Promise<number> {
    return this.insertAll(rows, (part) => this.sql.insertMissing(part));
  }

  /** Inserts, and where the primary key exists already makes that row say the same. */
  async insertOrReplace(rows: readonly object[]): Promise<void> {
    await this.insertAll(rows, (part) => this.sql.insertOrReplace(part));
  }

  /** In the order given, each row is locked by it. */
  async insertOrAdd(rows: readonly object[], column: string, amount: number): Promise<void> {
    await this.insertAll(rows, (part) => this.sql.insertOrAdd(part, column, amount));
  }

  private async insertAll(rows: readonly object[], insert: (part: readonly object[]) => Sql): Promise<number> {
    let affected = 0;
    for (let from = 0; from < rows.length; from += CHUNK) {
      const { text, values } = insert(rows.slice(from, from + CHUNK));
      affected += await this.database.write(text, values);
    }
    return affected;
  }

  async update(scope: Scope, where: Where<E>, change: Record<string, unknown>): Promise<number> {
    const stamp = this.isVersioned ? { updated_at: this.clock.now() } : {};
    const { text, values } = this.sql.update(scope, where, { ...stamp, ...change }, this.isVersioned);
    return this.database.write(text, values);
  }

  async add(scope: Scope, where: Where<E>, amounts: Readonly<Record<string, number>>): Promise<number> {
    const { text, values } = this.sql.add(scope, where, amounts);
    return this.database.write(text, values);
  }

  async remove(scope: Scope, where: Where<E>): Promise<number> {
    const { text, values } = this.sql.remove(scope, where);
    return this.database.write(text, values);
  }

  /**
   * One row by `update`, refusing a stale `row_version` when the client sent one.
   * @returns false: no such row
   * @throws Stale
   */
  async change(
    where: Where<E>,
    version: number | undefined,
    update: (guarded: Where<E>) => Promise<number>,
    one: () => Promise<E | null>,
  ): Promise<boolean> {
    if ((await update(version === undefined ? where : { ...where, row_version: version })) > 0) return true;
    const current = (await one()) as { row_version?: number } | null;
    if (!current) return false;
    throw new Stale(current.row_version ?? 0);
  }

  /** As new rows begin. */
  stamped<R extends object>(row: R) {
    const now = this.clock.now();
    return { created_at: now, updated_at: now, row_version: 1, ...row };
  }

  /** Each change of a row counts up. */
  get isVersioned(): boolean {
    return this.sql.metadata.findColumnWithPropertyName('row_version') !== undefined;
  }
}
