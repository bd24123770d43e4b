import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { COUNT_MAX } from '../../contract/list-dialect';
import type { Database } from './database';
import { countOf, endsOf, type PageOf, type PageRequest } from './list-page';
import { bareName, sqlOf, type RecordStatements, type Scope } from './record-statements';
import { keysetCondition } from './seek';
import { Parameters, type Sql, type Where } from './where';
import { WordSearch } from './word-search';

type Builder = SelectQueryBuilder<ObjectLiteral>;

/**
 * One page of a table, and how many rows match: counted exactly up to `COUNT_MAX`. Few matching rows are gathered and sorted;
 * of many, the page is read along the index of its order.
 */
export class PagedList<E extends object> {
  constructor(
    private readonly database: Database,
    private readonly statements: RecordStatements<E>,
  ) {}

  async page(scope: Scope, request: PageRequest<E>): Promise<PageOf<E>> {
    const { where = {}, limit } = request;
    const found = await this.found(scope, request);
    const isNarrowed = found !== undefined || Object.values(where).some((condition) => condition !== undefined);
    if (isNarrowed && limit !== undefined) return this.filtered(scope, request, found);
    return this.inOrder(scope, request, found);
  }

  /** The first of them, uncounted, and whether there are more. */
  async few(scope: Scope, request: PageRequest<E> & { limit: number }): Promise<{ rows: E[]; more: boolean }> {
    const { rows, total, exact = true } = await this.page(scope, request);
    return { rows, more: total > rows.length || !exact };
  }

  /** All of them, in their order. */
  all(scope: Scope, { where, search, order }: PageRequest<E>): Sql {
    const words = search && this.wordsOf(scope, { search }).records();
    const found = words && { text: `${this.searchKey({ search })} IN (${words.text})`, values: words.values };
    return this.orderedSql(scope, { where, order }, found);
  }

  /**
   * MariaDB would look up every row of the table along the order where hardly one matches, so those that match are found first.
   */
  private async filtered(scope: Scope, request: PageRequest<E>, found: Sql | undefined): Promise<PageOf<E>> {
    const { order = [], offset = 0, seek } = request;
    const { text, values } = this.gatheredSql(scope, request, found);
    const gathered = await this.database.rows<Record<string, unknown>>(text, values);
    const [first] = gathered as { total_rows?: number }[];
    // An empty page does not say how many there are.
    if (!first && (seek || offset)) return { rows: [], ...(await this.total(scope, request, found)) };
    const count = countOf({ n: Number(first?.total_rows ?? 0) });
    if (count.exact !== false) {
      const rows = this.read(gathered, request);
      return { rows, ...count, ...endsOf(rows, order) };
    }
    const rows = await this.rowsInOrder(scope, request, found);
    return { rows, ...count, ...endsOf(rows, order) };
  }

  private async inOrder(scope: Scope, request: PageRequest<E>, found: Sql | undefined): Promise<PageOf<E>> {
    const { order = [], offset = 0, limit, seek } = request;
    const rows = await this.rowsInOrder(scope, request, found);
    const isEnd = !seek && (limit === undefined || (rows.length < limit && (rows.length > 0 || offset === 0)));
    const count = isEnd ? { total: offset + rows.length } : await this.total(scope, request, found);
    return { rows, ...count, ...endsOf(rows, order) };
  }

  private async rowsInOrder(scope: Scope, request: PageRequest<E>, found: Sql | undefined): Promise<E[]> {
    const { text, values } = this.orderedSql(scope, request, found);
    return this.read(await this.database.rows(text, values), request);
  }

  private read(rows: Record<string, unknown>[], { seek }: PageRequest<E>): E[] {
    const records = this.statements.decode(rows);
    return seek?.direction === 'before' ? records.toReversed() : records;
  }

  private async total(
    scope: Scope,
    request: PageRequest<E>,
    found: Sql | undefined,
  ): Promise<{ total: number; exact?: false }> {
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

  /** The page of at most `COUNT_MAX` + 1 matching rows, and in each row how many those are. */
  private gatheredSql(scope: Scope, request: PageRequest<E>, found: Sql | undefined): Sql {
    const { order = [], offset, limit, seek } = request;
    const parameters = new Parameters();
    const matching = this.matching(parameters, scope, request, found, this.sortColumns('t.', order));
    const counted = this.from(
      matching.limit(COUNT_MAX + 1),
      'm',
      `${this.sortColumns('m.', order)}, COUNT(*) OVER () AS total_rows`,
    );
    const page = this.from(counted, 'p', `${this.sortColumns('p.', order)}, p.total_rows`);
    if (seek) page.where(keysetCondition(parameters, this.statements.metadata, order, seek, 'p.'));
    this.statements.ordered(page, order, 'p.', seek?.direction === 'before').limit(limit);
    if (!seek) page.offset(offset);
    return this.recordsOf(page, parameters, scope, request, 'k.total_rows');
  }

  /** The records of a page of keys, in its order. */
  private recordsOf(
    page: Builder,
    parameters: Parameters,
    scope: Scope,
    { order = [], seek }: PageRequest<E>,
    ...more: readonly string[]
  ): Sql {
    const { metadata, keys } = this.statements;
    const same = keys.map((key) => `r.${key} = k.${key}`).join(' AND ');
    const records = this.from(page, 'k', [this.statements.selectListOf('r.'), ...more].join(', '))
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

  private async found(scope: Scope, { search }: PageRequest<E>): Promise<Sql | undefined> {
    return search && this.wordsOf(scope, { search }).condition(this.database, this.searchKey({ search }));
  }

  private wordsOf(scope: Scope, { search }: Required<Pick<PageRequest<E>, 'search'>>): WordSearch {
    return new WordSearch(search.isAbove ? 0 : Number(scope[0]), search);
  }

  private searchKey({ search }: Required<Pick<PageRequest<E>, 'search'>>): string {
    return `t.${search.by ?? this.statements.keys.find((name) => name !== 'customer_id')}`;
  }
}
