import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { COUNT_MAX } from '../../contract/list-dialect';
import type { Database } from './database';
import { countOf, endsOf, type PageOf, type PageRequest, type Search } from './list-page';
import { bareName, sqlOf, type RecordStatements, type Scope } from './record-statements';
import { keysetCondition } from './seek';
import { Parameters, type Sql, type Where } from './where';
import { WordSearch } from './word-search';

type Builder = SelectQueryBuilder<ObjectLiteral>;
type Searched<E> = PageRequest<E> & { search: Search };

/**
 * One page of a table, and how many rows match: counted exactly up to `COUNT_MAX`. So few are gathered and sorted; of more, the
 * page is read along the index of its order. MariaDB would look up every row of the table along the order where hardly one
 * matches.
 */
export class PagedList<E extends object> {
  constructor(
    private readonly database: Database,
    private readonly statements: RecordStatements<E>,
  ) {}

  async page(scope: Scope, request: PageRequest<E>): Promise<PageOf<E>> {
    const { where = {}, order = [], offset = 0, limit, seek, search } = request;
    const isNarrowed = search !== undefined || Object.values(where).some((condition) => condition !== undefined);
    if (isNarrowed && limit !== undefined) return this.narrowed(scope, request);
    const rows = await this.inOrder(scope, request);
    const isEnd = !seek && (limit === undefined || (rows.length < limit && (rows.length > 0 || offset === 0)));
    const count = isEnd ? { total: offset + rows.length } : await this.total(scope, request);
    return { rows, ...count, ...endsOf(rows, order) };
  }

  /** The first that words find, uncounted, and whether there are more. */
  async few(scope: Scope, request: Searched<E> & { limit: number }): Promise<{ rows: E[]; more: boolean }> {
    const { limit } = request;
    const { found, most } = await this.found(scope, request);
    const asked = { ...request, limit: limit + 1 };
    const rows = most > COUNT_MAX ? await this.inOrder(scope, asked, found) : await this.gathered(scope, asked, found);
    return { rows: rows.slice(0, limit), more: rows.length > limit };
  }

  /** All of them, in their order. */
  all(scope: Scope, { where, search, order }: PageRequest<E>): Sql {
    const words = search && this.wordsOf(scope, { search }).records();
    const found = words && { text: `${this.searchKey({ search })} IN (${words.text})`, values: words.values };
    return this.orderedSql(scope, { where, order }, found);
  }

  private async narrowed(scope: Scope, request: PageRequest<E>): Promise<PageOf<E>> {
    const { order = [], offset = 0, seek, search } = request;
    const found = search && (await this.found(scope, { ...request, search })).found;
    const count = await this.total(scope, request, found);
    if (count.total <= (seek ? 0 : offset)) return { rows: [], ...count };
    const rows = await (count.exact === false ? this.inOrder : this.gathered).call(this, scope, request, found);
    return { rows, ...count, ...endsOf(rows, order) };
  }

  private async inOrder(scope: Scope, request: PageRequest<E>, found?: Sql): Promise<E[]> {
    const { text, values } = this.orderedSql(scope, request, found);
    return this.read(await this.database.rows(text, values), request);
  }

  private async gathered(scope: Scope, request: PageRequest<E>, found?: Sql): Promise<E[]> {
    const { text, values } = this.gatheredSql(scope, request, found);
    return this.read(await this.database.rows(text, values), request);
  }

  private read(rows: Record<string, unknown>[], { seek }: PageRequest<E>): E[] {
    const records = this.statements.decode(rows);
    return seek?.direction === 'before' ? records.toReversed() : records;
  }

  private async total(scope: Scope, request: PageRequest<E>, found?: Sql): Promise<{ total: number; exact?: false }> {
    const parameters = new Parameters();
    const matching = this.matching(parameters, scope, request, found, '1').limit(COUNT_MAX + 1);
    const { text, values } = sqlOf(this.from(matching, 'c', 'COUNT(*) AS n').setParameters(parameters.values));
    const [row] = await this.database.rows<{ n: number }>(text, values);
    return countOf(row);
  }

  /** The page along its order. */
  private orderedSql(scope: Scope, request: PageRequest<E>, found: Sql | undefined): Sql {
    const { order = [], offset, limit, seek } = request;
    const { metadata, selectList } = this.statements;
    const parameters = new Parameters();
    if (!seek) {
      const rows = this.matching(parameters, scope, request, found, selectList).limit(limit).offset(offset);
      return sqlOf(this.statements.ordered(rows, order, 't.'));
    }
    // By what the index of the order holds alone: for whole rows MariaDB finds all of the organisation cheaper.
    const place = keysetCondition(parameters, metadata, order, seek, 't.');
    const page = this.matching(parameters, scope, request, found, this.sortColumns('t.', order), place).limit(limit);
    const isBackwards = seek.direction === 'before';
    return this.recordsOf(this.statements.ordered(page, order, 't.', isBackwards), parameters, scope, request);
  }

  /** The page of the matching rows, which are no more than `COUNT_MAX`: the limit keeps every plan from reading along the order. */
  private gatheredSql(scope: Scope, request: PageRequest<E>, found: Sql | undefined): Sql {
    const { order = [], offset, limit, seek } = request;
    const parameters = new Parameters();
    const matching = this.matching(parameters, scope, request, found, this.sortColumns('t.', order)).limit(COUNT_MAX);
    const page = this.from(matching, 'm', this.sortColumns('m.', order)).limit(limit);
    if (seek) page.where(keysetCondition(parameters, this.statements.metadata, order, seek, 'm.'));
    else page.offset(offset);
    this.statements.ordered(page, order, 'm.', seek?.direction === 'before');
    return this.recordsOf(page, parameters, scope, request);
  }

  /** The records of a page of keys, in its order. */
  private recordsOf(page: Builder, parameters: Parameters, scope: Scope, { order = [], seek }: PageRequest<E>): Sql {
    const { metadata, keys } = this.statements;
    const same = keys.map((key) => `r.${key} = k.${key}`).join(' AND ');
    const records = this.from(page, 'k', this.statements.selectListOf('r.'))
      .innerJoin(metadata.target, 'r', `${same} AND ${this.statements.bound(parameters, scope, 'r.')}`)
      .setParameters(parameters.values);
    return sqlOf(this.statements.ordered(records, order, 'k.', seek?.direction === 'before'));
  }

  private from(rows: Builder, alias: string, columns: string): Builder {
    return this.statements.builder().select(columns, bareName(columns)).from(`(${rows.getQuery()})`, alias);
  }

  /** What names a row, and what it is sorted by. */
  private sortColumns(alias: string, order: NonNullable<PageRequest<E>['order']>): string {
    const sorted = order.map(([name]) => this.statements.columnName(name));
    return [...new Set([...this.statements.keys, ...sorted])].map((name) => alias + name).join(', ');
  }

  /** The rows that are asked for, those among them that have all of the words. */
  private matching(
    parameters: Parameters,
    scope: Scope,
    { where = {} }: PageRequest<E>,
    found: Sql | undefined,
    columns: string,
    ...more: readonly string[]
  ): Builder {
    const words = found ? [parameters.addSql(found)] : [];
    return this.statements.select(parameters, scope, columns, where as Where<E>, [...words, ...more]);
  }

  private found(scope: Scope, request: Searched<E>): Promise<{ found: Sql; most: number }> {
    return this.wordsOf(scope, request).condition(this.database, this.searchKey(request));
  }

  private wordsOf(scope: Scope, { search }: Searched<E>): WordSearch {
    return new WordSearch(search.isAbove ? 0 : Number(scope[0]), search);
  }

  private searchKey({ search }: Searched<E>): string {
    return `t.${search.by ?? this.statements.keys.find((name) => name !== 'customer_id')}`;
  }
}
