import type { EntityTarget, ObjectLiteral } from 'typeorm';
import type { Clock } from '../platform/clock';
import type { Database } from '../platform/database/database';
import type { PageOf, PageRequest, Search } from '../platform/database/list-page';
import { PagedList } from '../platform/database/paged-list';
import { RecordStatements, type Scope } from '../platform/database/record-statements';
import type { Where } from '../platform/database/where';
import { Stale } from '../platform/errors/record-errors';
import { SearchWords } from './search-words';

/** Rows in one INSERT: SQLite refuses more than about 500 (stack.md). */
const CHUNK = 500;

/**
 * The rows of one entity, within a scope: one organisation's (tenant-repository.ts), or none (directory.ts). Every statement
 * ends with the scope, every write inside `transactions.run`.
 */
export class Records<E extends object> {
  private built: RecordStatements<E> | undefined;
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
   * In one statement, however many, those that words find among them; some at a time, no faster than they are taken; outside
   * a transaction.
   */
  async *parts(scope: Scope, where: Where<E>, page: Omit<PageRequest<E>, 'where'>): AsyncGenerator<E[]> {
    const { text, values } = this.list.all(scope, { ...page, where, search: this.searchOf(page.search) });
    for await (const rows of this.database.parts<Record<string, unknown>>(text, values))
      yield this.sql.decode([...rows]);
  }

  /** One column beside the key of each, as `find` would order nothing: what many rows are called. */
  async *columnsOf(scope: Scope, where: Where<E>, columns: readonly string[]): AsyncGenerator<readonly E[]> {
    const { text, values } = this.sql.find(scope, where, {}, columns);
    for await (const rows of this.database.parts<Record<string, unknown>>(text, values))
      yield this.sql.decode([...rows]);
  }

  async count(scope: Scope, where: Where<E>): Promise<number> {
    const { text, values } = this.sql.count(scope, where);
    const [row] = await this.database.rows<{ n: number }>(text, values);
    return Number(row?.n ?? 0);
  }

  page(scope: Scope, request: PageRequest<E>): Promise<PageOf<E>> {
    return this.list.page(scope, { ...request, search: this.searchOf(request.search) });
  }

  /** The first that words find, uncounted (GET /api/search). */
  few(
    scope: Scope,
    request: PageRequest<E> & { limit: number; search: Search },
  ): Promise<{ rows: E[]; more: boolean }> {
    return this.list.few(scope, { ...request, search: this.searchOf(request.search) ?? request.search });
  }

  private get list(): PagedList<E> {
    return new PagedList<E>(this.database, this.sql);
  }

  private searchOf(search: Search | undefined): Search | undefined {
    return search && (this.words?.asked(search) ?? search);
  }

  async insert(rows: readonly object[]): Promise<void> {
    for (const part of chunks(rows)) {
      const { text, values } = this.sql.insert(part);
      await this.database.write(text, values);
    }
  }

  /** @returns how many were new: the key decides, not a prior look */
  async insertMissing(rows: readonly object[]): Promise<number> {
    let added = 0;
    for (const part of chunks(rows)) {
      const { text, values } = this.sql.insertMissing(part, this.database.engine);
      added += await this.database.write(text, values);
    }
    return added;
  }

  /** Inserts, and where the primary key is known already makes that row say the same. */
  async insertOrReplace(rows: readonly object[]): Promise<void> {
    for (const part of chunks(rows)) {
      const { text, values } = this.sql.insertOrReplace(part);
      await this.database.write(text, values);
    }
  }

  /** In the order given, each row is locked by it. */
  async insertOrAdd(rows: readonly object[], column: string, amount: number): Promise<void> {
    for (const part of chunks(rows)) {
      const { text, values } = this.sql.insertOrAdd(part, column, amount, this.database.engine);
      await this.database.write(text, values);
    }
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

function* chunks<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < rows.length; from += CHUNK) yield rows.slice(from, from + CHUNK);
}
