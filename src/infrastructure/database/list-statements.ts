import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';
import { EXACT_COUNT_MAX } from '../../contract/list-dialect';
import { uuidTransformer } from './column-types';
import { SqlParameters, type Sql } from './sql-parameters';
import type { RowBuilder, RecordStatements, Scope } from './record-statements';
import { joinWithOr, keysetConditions, type SeekKey, type SortOrder } from './seek-pagination';
import { boundingTerms, toTerms, type TableIndexes, type Term } from './table-indexes';
import { LONG_LIST_LENGTH, type Where } from './where';

/** Builds a condition for a table alias (with its dot). */
export type RowCondition = (alias: string) => string;
/** Builds a query for rows with the given columns. */
export type RowSource = (columns: string) => RowBuilder;
export interface ListQuery {
  scope: Scope;
  terms: readonly Term[];
  order: SortOrder;
  offset: number;
  limit: number;
  seek?: SeekKey;
}

/** SQL of one list page; paged-list.ts decides which statements run. Rows before a seek key come in reverse order. */
export class ListStatements<E extends object> {
  readonly sqlParameters = new SqlParameters();
  /** The column that identifies a row, also across customers. */
  readonly keyColumn: string;

  constructor(
    private readonly records: RecordStatements<E>,
    private readonly indexes: TableIndexes,
    readonly query: ListQuery,
  ) {
    this.keyColumn = indexes.keys.find((name) => name !== 'customer_id') ?? indexes.keys[0]!;
  }

  /** Number of matching rows as `n`, exact up to `EXACT_COUNT_MAX`; reads no further than one more. */
  count(): Sql {
    const rows = this.rowsMatching(this.query.terms);
    const rowBeyondMax = rows(String(EXACT_COUNT_MAX + 1))
      .limit(1)
      .offset(EXACT_COUNT_MAX);
    // The builder cannot SELECT without FROM.
    return this.bind(`SELECT COALESCE((${rowBeyondMax.getQuery()}), (${rows('COUNT(*)').getQuery()})) AS n`);
  }

  /**
   * The page in index order. With a seek key, MariaDB enters the index in the middle only if it covers the columns
   * read; otherwise it reads all rows of the customer.
   */
  page(): Sql {
    const { terms, limit, seek } = this.query;
    if (!seek) return this.bind(this.limitToPage(this.rowsMatching(terms)(this.records.selectList('o.')), 'o.'));
    return this.selectRecords(this.keysInOrder(limit, this.sortList('o'), this.condition(terms)));
  }

  /**
   * Counts the rows of the best indexed terms, at most `maxRows` + 1, and how many of them match the other terms. If
   * the whole index is read, it also returns the matching ids, so that it is read once.
   */
  measure(maxRows: number): Sql {
    const { terms } = this.query;
    const { indexTerms, columns: index, isNarrow } = this.indexes.bestIndex(terms);
    const others = this.condition(terms.filter((term) => !indexTerms.includes(term)));
    const name = isNarrow ? this.idColumn : null;
    // The table name as alias: EXPLAIN output names this scan, not the joined record.
    const table = this.records.metadata.tableName;
    const rows = (columns: string) =>
      this.alongIndex(this.rows(table, columns, this.condition(indexTerms)('')), index, table).limit(maxRows + 1);
    const flags = (alias: string) => (name ? `${alias}${name.databaseName}, ` : '') + hitFlag(others(alias));
    // Rows that pass a narrow index are read by their keys.
    const isJoined = isNarrow && indexTerms.length < terms.length;
    const rowsWithHit = isJoined
      ? this.join(rows(this.indexes.keys.join(', ')).getQuery(), 'd', 't', flags('t.'))
      : rows(flags(''));
    const id = name && (isUuidColumn(name) ? `HEX(f.${name.databaseName})` : `f.${name.databaseName}`);
    const namesColumn = id ? `, GROUP_CONCAT(CASE WHEN f.hit = 1 THEN ${id} END) AS named` : '';
    return this.bind(
      this.selectFrom(rowsWithHit.getQuery(), 'f', `COUNT(*) AS walked, SUM(f.hit) AS hits${namesColumn}`),
    );
  }

  /** `measure` and the page in one statement: every row has `walked` and `hits`. A subquery runs once. */
  measureAndSort(maxRows: number): Sql {
    const { terms } = this.query;
    const { indexTerms } = this.indexes.bestIndex(terms);
    const others = this.condition(terms.filter((term) => !indexTerms.includes(term)));
    const columns = `${this.sortList('o')}, ${hitFlag(others('o.'))}`;
    const rows = this.rowsMatching(indexTerms)(columns).limit(maxRows + 1);
    const counts = 'COUNT(*) OVER () AS walked, SUM(d.hit) OVER () AS hits';
    const counted = this.selectFrom(rows.getQuery(), 'd', `${this.sortList('d')}, d.hit, ${counts}`).getQuery();
    const hits: RowSource = (selectedColumns) =>
      this.selectFrom(counted, 'o', `${selectedColumns}, o.walked, o.hits`).where('o.hit = 1');
    return this.selectRecords(this.pageKeys(hits).getQuery(), ', f.walked, f.hits');
  }

  /** Terms that select the matches found by `measure`; null: none, or not all of them. */
  termsByIds(idList: string | null | undefined, hits: number): readonly Term[] | null {
    const { idColumn } = this;
    const idTexts = idList?.split(',') ?? [];
    if (!idColumn || !hits || idTexts.length !== hits) return null;
    const ids = idTexts.map((name) => (isUuidColumn(idColumn) ? Buffer.from(name, 'hex') : Number(name)));
    // Split, because MariaDB turns longer lists into a table and probes it for all rows.
    const lists = Array.from({ length: Math.ceil(hits / LONG_LIST_LENGTH) }, (_, at) => ({
      [idColumn.propertyName]: ids.slice(at * LONG_LIST_LENGTH, (at + 1) * LONG_LIST_LENGTH),
    }));
    return toTerms({ anyOf: lists });
  }

  /** Index of the first source with at most `maxRows` rows, as `way`; -1 if there is none. */
  findSmallSource(sources: readonly RowSource[], maxRows: number): Sql {
    return this.bind(`SELECT ${smallSourceSql(sources, maxRows)} AS way`);
  }

  /** All terms joined with AND; a column may occur in several. */
  condition(terms: readonly Term[]): RowCondition {
    const termCondition = ([property, condition]: Term, alias: string) =>
      this.records.condition(this.sqlParameters, { [property]: condition } as Where<E>, alias);
    return (alias) => terms.map((term) => termCondition(term, alias)).join(' AND ') || '1 = 1';
  }

  /** Rows `o` that match the terms. */
  rowsMatching(terms: readonly Term[]): RowSource {
    return (columns) => this.rows('o', columns, this.condition(terms)('o.'));
  }

  /** Rows `o` found by a word, once per matching word. @param words rows `w` */
  rowsOfWords(wordRows: RowSource, condition: RowCondition, recordColumn = this.keyColumn): RowSource {
    const { scope, terms } = this.query;
    return (columns) =>
      wordRows(columns)
        .innerJoin(this.records.metadata.target, 'o', `o.${recordColumn} = w.record_id`)
        .andWhere(`(${this.condition(terms)('o.')})`)
        .andWhere(`(${condition('o.')})`)
        .andWhere(this.records.scopeCondition(this.sqlParameters, scope, 'o.'));
  }

  /**
   * Rows `o` that match a filter. The limit keeps plans from reading in list order. If one index covers the filter,
   * only keys are read from it; otherwise MariaDB scans another index that has the sort columns.
   */
  rowsOfFilter(terms: readonly Term[], condition: RowCondition, maxRows: number): RowSource {
    const { indexTerms, columns: index } = this.indexes.bestIndex(terms);
    const rows = (columns: string) =>
      this.alongIndex(this.rows('o', columns, this.condition(terms)('o.'), condition('o.')), index, 'o').limit(maxRows);
    const isFullyIndexed = indexTerms.length > 0 && indexTerms.length === terms.length;
    return (columns) => {
      const filtered = isFullyIndexed
        ? this.join(rows(columnList(this.indexes.keys, 'o')).getQuery(), 'k', 'r', this.sortList('r'))
        : rows(this.sortList('o'));
      return this.selectFrom(filtered.getQuery(), 'o', columns);
    };
  }

  /** Sorts few keys, then reads the page's records. */
  sort(source: RowSource): Sql {
    return this.selectRecords(this.pageKeys(source).getQuery());
  }

  /**
   * Like `sort`, with the number of distinct rows as `hits` in every row; after the last page one row has the count
   * alone. The source may contain a row several times. Window functions would triple the reads.
   * @param alternatives sources for `way`, as in `findSmallSource`
   */
  sortAndCount(source: RowSource, alternatives?: { sources: readonly RowSource[]; maxRows: number }): Sql {
    const keys = this.pageKeys(source).groupBy(this.sortList('o'));
    const sourceColumn = alternatives ? `, ${smallSourceSql(alternatives.sources, alternatives.maxRows)} AS way` : '';
    const count = source(`COUNT(DISTINCT o.${this.keyColumn}) AS hits`).getQuery();
    const records = this.selectFrom(count, 'c', `${this.records.selectList('t.')}, c.hits${sourceColumn}`)
      .leftJoin(`(${keys.getQuery()})`, 'f', '1 = 1')
      .leftJoin(this.records.metadata.target, 't', this.sameRow('t', 'f'));
    return this.bind(this.orderBy(records, 'f.'));
  }

  /**
   * Scans the first `maxRows` rows in list order and returns the page of matches. If the scan reached the end, the last
   * row is included (`is_last`; `hit` says whether it matches), unless the page starts after it.
   */
  walk(condition: RowCondition, maxRows: number): Sql {
    const rows = this.selectFrom(this.walkRows(condition, maxRows), 'l', `${this.sortList('l')}, l.hit, l.is_last`);
    const page = this.limitToPage(rows.where('l.hit = 1').orWhere('l.is_last = 1'), 'l.');
    return this.selectRecords(page.getQuery(), ', f.hit, f.is_last');
  }

  /** For the rows of `walk`: how many were read, how many match, and whether the last row is among them. */
  walkEnd(condition: RowCondition, maxRows: number): Sql {
    const columns = 'COUNT(*) AS looked, SUM(l.hit) AS hits, MAX(l.is_last) AS is_last';
    return this.bind(this.selectFrom(this.walkRows(condition, maxRows), 'l', columns));
  }

  /**
   * The first `maxRows` rows in list order with `hit` and `is_last`. Terms on the order's index prefix, or on its first
   * column, bound the scan.
   */
  private walkRows(condition: RowCondition, maxRows: number): string {
    const { terms, order } = this.query;
    const range = this.condition([...(this.indexes.leadingTerms(terms, order) ?? []), ...boundingTerms(terms, order)]);
    const flag = hitFlag(condition('o.'));
    // Scans index columns alone first: with ten thousand whole rows, or across customers, the table would be sorted.
    const isLong = maxRows >= EXACT_COUNT_MAX || !this.records.scope.length;
    const rowsWithHit = isLong
      ? this.join(
          this.keysInOrder(maxRows, this.sortList('o'), range),
          'k',
          'o',
          `${this.sortList('k')}, ${flag}`,
        ).getQuery()
      : this.keysInOrder(maxRows, `${this.sortList('o')}, ${flag}`, range);
    // The whole key: a part of it matches many rows (all evidence of a person).
    const { keys } = this.indexes;
    const last = this.orderBy(this.rows('e', columnList(keys, 'e'), range('e.')), 'e.', true).limit(1);
    const isLast = `CASE WHEN (${columnList(keys, 'b')}) = (${last.getQuery()}) THEN 1 ELSE 0 END AS is_last`;
    return this.selectFrom(rowsWithHit, 'b', `${this.sortList('b')}, b.hit, ${isLast}`).getQuery();
  }

  private pageKeys(source: RowSource): RowBuilder {
    const { order, seek } = this.query;
    const rows = source(this.sortList('o'));
    if (seek)
      rows.andWhere(`(${joinWithOr(keysetConditions(this.sqlParameters, this.records.metadata, order, seek, 'o.'))})`);
    return this.limitToPage(rows, 'o.');
  }

  /** The first rows `o` in list order from the seek key on; each part reads along an index. */
  private keysInOrder(limit: number, columns: string, condition: RowCondition): string {
    const { order, seek } = this.query;
    const seekConditions = seek
      ? keysetConditions(this.sqlParameters, this.records.metadata, order, seek, 'o.')
      : ['1 = 1'];
    const parts = seekConditions.map((seekCondition) => this.rows('o', columns, condition('o.'), seekCondition));
    // ORDER BY and LIMIT of the last part apply to the whole UNION.
    this.orderBy(parts.at(-1)!, 'o.').limit(limit);
    return parts.map((part) => part.getQuery()).join(' UNION ALL ');
  }

  /** The records of a page of keys, in order. @param columns additional columns of the page `f` */
  private selectRecords(keys: string, columns = ''): Sql {
    return this.bind(this.orderBy(this.join(keys, 'f', 't', this.records.selectList('t.') + columns), 'f.'));
  }

  private join(keys: string, keysAlias: string, alias: string, columns: string): RowBuilder {
    const rows = this.selectFrom(keys, keysAlias, columns);
    return rows.innerJoin(this.records.metadata.target, alias, this.sameRow(alias, keysAlias));
  }

  private sameRow(row: string, keys: string): string {
    const same = this.indexes.keys.map((keyColumn) => `${row}.${keyColumn} = ${keys}.${keyColumn}`).join(' AND ');
    return `${same} AND ${this.records.scopeCondition(this.sqlParameters, this.query.scope, `${row}.`)}`;
  }

  private rows(alias: string, columns: string, ...conditions: string[]): RowBuilder {
    return this.records.rows(this.sqlParameters, this.query.scope, columns, alias, ...conditions);
  }

  private selectFrom(rows: string, alias: string, columns: string): RowBuilder {
    return this.records.select(columns).from(`(${rows})`, alias);
  }

  private limitToPage(rows: RowBuilder, alias: string): RowBuilder {
    const { limit, offset, seek } = this.query;
    return this.orderBy(rows, alias)
      .limit(limit)
      .offset(seek ? 0 : offset);
  }

  private orderBy(rows: RowBuilder, alias: string, isReversed = false): RowBuilder {
    const { order, seek } = this.query;
    return this.records.orderBy(rows, order, alias, (seek?.direction === 'before') !== isReversed);
  }

  private alongIndex(rows: RowBuilder, index: readonly string[], alias: string): RowBuilder {
    for (const column of index) rows.addOrderBy(`${alias}.${column}`, 'ASC');
    return rows;
  }

  /** Key columns and sort columns. */
  private sortList(alias: string): string {
    const sorted = this.query.order.map(([name]) => this.records.columnName(name));
    return columnList([...new Set([...this.indexes.keys, ...sorted])], alias);
  }

  /** The single key column; null for composite keys. */
  private get idColumn(): ColumnMetadata | null {
    const [name, other] = this.indexes.keys.filter(
      (keyColumn, _, { length }) => length === 1 || keyColumn !== 'customer_id',
    );
    return other ? null : this.records.metadata.columns.find(({ databaseName }) => databaseName === name)!;
  }

  private bind(query: RowBuilder | string): Sql {
    return this.sqlParameters.bind(typeof query === 'string' ? query : query.getQuery());
  }
}

function smallSourceSql(sources: readonly RowSource[], maxRows: number): string {
  const cases = sources.map((source, at) => {
    const rowBeyondMax = source('1').limit(1).offset(maxRows);
    return `WHEN (${rowBeyondMax.getQuery()}) IS NULL THEN ${at}`;
  });
  return `CASE ${cases.join(' ')} ELSE -1 END`;
}

const columnList = (columns: readonly string[], alias: string): string =>
  columns.map((column) => `${alias}.${column}`).join(', ');
const hitFlag = (condition: string): string => `CASE WHEN ${condition} THEN 1 ELSE 0 END AS hit`;
const isUuidColumn = ({ transformer }: ColumnMetadata): boolean => transformer === uuidTransformer;
