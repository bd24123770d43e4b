import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';
import { COUNT_MAX } from '../../contract/list-dialect';
import { uuidTransformer } from './column-types';
import { Parameters, type Sql } from './parameters';
import type { Builder, RecordStatements, Scope } from './record-statements';
import { anyOf, keysetConditions, type SeekKey, type SortOrder } from './seek';
import { boundsOf, termsOf, type TableIndexes, type Term } from './table-indexes';
import { LONG_LIST, type Where } from './where';

/** A condition on the row of an alias (with its dot). */
export type RowCondition = (alias: string) => string;
/** Rows, and which of their columns are selected. */
export type RowSource = (columns: string) => Builder;
/** A page of the rows that the terms leave. */
export interface ListQuery {
  scope: Scope;
  terms: readonly Term[];
  order: SortOrder;
  offset: number;
  limit: number;
  seek?: SeekKey;
}

/** The statements of one page of a list; paged-list.ts decides which are sent. A page before a key comes backwards. */
export class ListStatements<E extends object> {
  readonly parameters = new Parameters();
  /** The column that names a row, over all organisations, too. */
  readonly key: string;

  constructor(
    private readonly records: RecordStatements<E>,
    private readonly indexes: TableIndexes,
    readonly query: ListQuery,
  ) {
    this.key = indexes.keys.find((name) => name !== 'customer_id') ?? indexes.keys[0]!;
  }

  /** How many rows match, as `n`: exact up to `COUNT_MAX`; where there are more it reads no further. */
  count(): Sql {
    const rows = this.rowsOf(this.query.terms);
    const beyond = rows(String(COUNT_MAX + 1))
      .limit(1)
      .offset(COUNT_MAX);
    // A builder selects from something; here is nothing to select from.
    return this.bind(`SELECT COALESCE((${beyond.getQuery()}), (${rows('COUNT(*)').getQuery()})) AS n`);
  }

  /**
   * The page as an index has it. After a key MariaDB enters an index in the middle only where that alone holds what is read:
   * else it finds all rows of the organisation cheaper, and walks to the place from their end.
   */
  page(): Sql {
    const { terms, limit, seek } = this.query;
    if (!seek) return this.bind(this.window(this.rowsOf(terms)(this.records.selectList('o.')), 'o.'));
    return this.recordsOf(this.keysInOrder(limit, this.sortList('o'), this.condition(terms)));
  }

  /**
   * How many rows the terms leave that an index serves, at most one more than `most`, and how many are hits of the others,
   * too. Where that index is read from end to end it names the hits, so that it is read once.
   */
  measure(most: number): Sql {
    const { terms } = this.query;
    const { indexTerms, columns: index, isNarrow } = this.indexes.bestIndex(terms);
    const others = this.condition(terms.filter((term) => !indexTerms.includes(term)));
    const name = isNarrow ? this.idColumn : null;
    // By the table's own name: what EXPLAIN says is of it, not of the record read beside it.
    const table = this.records.metadata.tableName;
    const rows = (columns: string) =>
      this.alongIndex(this.rows(table, columns, this.condition(indexTerms)('')), index, table).limit(most + 1);
    const flags = (alias: string) => (name ? `${alias}${name.databaseName}, ` : '') + flagOf(others(alias));
    // Of what a narrow index has let through, the rows themselves are read by their keys.
    const isJoined = isNarrow && indexTerms.length < terms.length;
    const rowsWithHit = isJoined
      ? this.join(rows(this.indexes.keys.join(', ')).getQuery(), 'd', 't', flags('t.'))
      : rows(flags(''));
    const id = name && (isId(name) ? `HEX(f.${name.databaseName})` : `f.${name.databaseName}`);
    const names = id ? `, GROUP_CONCAT(CASE WHEN f.hit = 1 THEN ${id} END) AS named` : '';
    return this.bind(this.from(rowsWithHit.getQuery(), 'f', `COUNT(*) AS walked, SUM(f.hit) AS hits${names}`));
  }

  /** The same and the page of the hits, in one: `walked` and `hits` stand in every row. A subquery in the terms runs once. */
  measureAndSort(most: number): Sql {
    const { terms } = this.query;
    const { indexTerms } = this.indexes.bestIndex(terms);
    const others = this.condition(terms.filter((term) => !indexTerms.includes(term)));
    const columns = `${this.sortList('o')}, ${flagOf(others('o.'))}`;
    const rows = this.rowsOf(indexTerms)(columns).limit(most + 1);
    const counts = 'COUNT(*) OVER () AS walked, SUM(d.hit) OVER () AS hits';
    const counted = this.from(rows.getQuery(), 'd', `${this.sortList('d')}, d.hit, ${counts}`).getQuery();
    const hits: RowSource = (names) => this.from(counted, 'o', `${names}, o.walked, o.hits`).where('o.hit = 1');
    return this.recordsOf(this.pageKeys(hits).getQuery(), ', f.walked, f.hits');
  }

  /** The hits of `measure`, by name; null: none, or not all of them. */
  namedTerms(named: string | null | undefined, hits: number): readonly Term[] | null {
    const { idColumn } = this;
    const names = named?.split(',') ?? [];
    if (!idColumn || !hits || names.length !== hits) return null;
    const ids = names.map((name) => (isId(idColumn) ? Buffer.from(name, 'hex') : Number(name)));
    // No list of them as long as what MariaDB makes a table of: all rows would be looked up in that.
    const lists = Array.from({ length: Math.ceil(hits / LONG_LIST) }, (_, at) => ({
      [idColumn.propertyName]: ids.slice(at * LONG_LIST, (at + 1) * LONG_LIST),
    }));
    return termsOf({ anyOf: lists });
  }

  /** Which of the sources has no more than `most` rows, as `way`: its place among them, or -1. */
  fewest(sources: readonly RowSource[], most: number): Sql {
    return this.bind(`SELECT ${fewestOf(sources, most)} AS way`);
  }

  /** All terms hold, each by itself: a column may stand in several. */
  condition(terms: readonly Term[]): RowCondition {
    const conditionOf = ([property, condition]: Term, alias: string) =>
      this.records.condition(this.parameters, { [property]: condition } as Where<E>, alias);
    return (alias) => terms.map((term) => conditionOf(term, alias)).join(' AND ') || '1 = 1';
  }

  /** The rows `o` that the terms leave. */
  rowsOf(terms: readonly Term[]): RowSource {
    return (columns) => this.rows('o', columns, this.condition(terms)('o.'));
  }

  /** The rows `o` that a word finds, each as often as it has such words. @param words `w` */
  rowsOfWords(words: RowSource, condition: RowCondition, by = this.key): RowSource {
    const { scope, terms } = this.query;
    return (columns) =>
      words(columns)
        .innerJoin(this.records.metadata.target, 'o', `o.${by} = w.record_id`)
        .andWhere(`(${this.condition(terms)('o.')})`)
        .andWhere(`(${condition('o.')})`)
        .andWhere(this.records.scopeCondition(this.parameters, scope, 'o.'));
  }

  /**
   * The rows `o` that a filter leaves. The limit keeps every plan from reading along the order instead; where one index finds
   * them all it is read for their keys alone, or MariaDB reads the whole of another one that has what they are sorted by.
   */
  rowsLeft(terms: readonly Term[], condition: RowCondition, most: number): RowSource {
    const { indexTerms, columns: index } = this.indexes.bestIndex(terms);
    const rows = (columns: string) =>
      this.alongIndex(this.rows('o', columns, this.condition(terms)('o.'), condition('o.')), index, 'o').limit(most);
    const isOfIndex = indexTerms.length > 0 && indexTerms.length === terms.length;
    return (columns) => {
      const left = isOfIndex
        ? this.join(rows(listOf(this.indexes.keys, 'o')).getQuery(), 'k', 'r', this.sortList('r'))
        : rows(this.sortList('o'));
      return this.from(left.getQuery(), 'o', columns);
    };
  }

  /** Few rows are sorted by themselves; the page's records are read last. */
  sort(source: RowSource): Sql {
    return this.recordsOf(this.pageKeys(source).getQuery());
  }

  /**
   * The same, and how many they are as `hits` of every row; after the last page, of one row that is empty otherwise. The
   * source may have a row several times. A window function would read each three times more.
   * @param beside sources of which `way` says which has no more than `most` rows, as `fewest` would
   */
  sortAndCount(source: RowSource, beside?: { sources: readonly RowSource[]; most: number }): Sql {
    const keys = this.pageKeys(source).groupBy(this.sortList('o'));
    const way = beside ? `, ${fewestOf(beside.sources, beside.most)} AS way` : '';
    const count = source(`COUNT(DISTINCT o.${this.key}) AS hits`).getQuery();
    const records = this.from(count, 'c', `${this.records.selectList('t.')}, c.hits${way}`)
      .leftJoin(`(${keys.getQuery()})`, 'f', '1 = 1')
      .leftJoin(this.records.metadata.target, 't', this.sameRow('t', 'f'));
    return this.bind(this.orderBy(records, 'f.'));
  }

  /**
   * The first `most` rows along the order, and of those the page of the ones that match. Where the walk came to the end, the
   * last row of all is there too, unless the page is after it: `is_last`, and `hit` says whether it matches.
   */
  walk(condition: RowCondition, most: number): Sql {
    const rows = this.from(this.walkRows(condition, most), 'l', `${this.sortList('l')}, l.hit, l.is_last`);
    const page = this.window(rows.where('l.hit = 1').orWhere('l.is_last = 1'), 'l.');
    return this.recordsOf(page.getQuery(), ', f.hit, f.is_last');
  }

  /** Of the same rows: how many there are, how many match, and whether the last of all is among them. */
  walkEnd(condition: RowCondition, most: number): Sql {
    const columns = 'COUNT(*) AS looked, SUM(l.hit) AS hits, MAX(l.is_last) AS is_last';
    return this.bind(this.from(this.walkRows(condition, most), 'l', columns));
  }

  /**
   * The first `most` rows along the order with `hit` and `is_last`. Terms that begin an index which the order goes on with
   * bound the walk, and so do those on the order's first column.
   */
  private walkRows(condition: RowCondition, most: number): string {
    const { terms, order } = this.query;
    const range = this.condition([...(this.indexes.leadingTerms(terms, order) ?? []), ...boundsOf(terms, order)]);
    const flag = flagOf(condition('o.'));
    // By the index's own columns alone: for ten thousand whole rows, or over all organisations, the table would be sorted.
    const isLong = most >= COUNT_MAX || !this.records.scope.length;
    const rowsWithHit = isLong
      ? this.join(
          this.keysInOrder(most, this.sortList('o'), range),
          'k',
          'o',
          `${this.sortList('k')}, ${flag}`,
        ).getQuery()
      : this.keysInOrder(most, `${this.sortList('o')}, ${flag}`, range);
    // By the whole key: a part of it names many rows (all evidence of a person).
    const { keys } = this.indexes;
    const last = this.orderBy(this.rows('e', listOf(keys, 'e'), range('e.')), 'e.', true).limit(1);
    const isLast = `CASE WHEN (${listOf(keys, 'b')}) = (${last.getQuery()}) THEN 1 ELSE 0 END AS is_last`;
    return this.from(rowsWithHit, 'b', `${this.sortList('b')}, b.hit, ${isLast}`).getQuery();
  }

  private pageKeys(source: RowSource): Builder {
    const { order, seek } = this.query;
    const rows = source(this.sortList('o'));
    if (seek) rows.andWhere(`(${anyOf(keysetConditions(this.parameters, this.records.metadata, order, seek, 'o.'))})`);
    return this.window(rows, 'o.');
  }

  /** The first rows `o` in their order, from the key on: each part of them along an index. */
  private keysInOrder(limit: number, columns: string, condition: RowCondition): string {
    const { order, seek } = this.query;
    const places = seek ? keysetConditions(this.parameters, this.records.metadata, order, seek, 'o.') : ['1 = 1'];
    const parts = places.map((place) => this.rows('o', columns, condition('o.'), place));
    // What ends the last part ends the whole.
    this.orderBy(parts.at(-1)!, 'o.').limit(limit);
    return parts.map((part) => part.getQuery()).join(' UNION ALL ');
  }

  /** The records of a page of keys, in its order. @param columns of the page `f` beside them */
  private recordsOf(keys: string, columns = ''): Sql {
    return this.bind(this.orderBy(this.join(keys, 'f', 't', this.records.selectList('t.') + columns), 'f.'));
  }

  /** Rows of keys, and the rows of the table that they name. */
  private join(keys: string, keysAlias: string, alias: string, columns: string): Builder {
    const rows = this.from(keys, keysAlias, columns);
    return rows.innerJoin(this.records.metadata.target, alias, this.sameRow(alias, keysAlias));
  }

  private sameRow(row: string, keys: string): string {
    const same = this.indexes.keys.map((key) => `${row}.${key} = ${keys}.${key}`).join(' AND ');
    return `${same} AND ${this.records.scopeCondition(this.parameters, this.query.scope, `${row}.`)}`;
  }

  private rows(alias: string, columns: string, ...conditions: string[]): Builder {
    return this.records.rows(this.parameters, this.query.scope, columns, alias, ...conditions);
  }

  private from(rows: string, alias: string, columns: string): Builder {
    return this.records.select(columns).from(`(${rows})`, alias);
  }

  private window(rows: Builder, alias: string): Builder {
    const { limit, offset, seek } = this.query;
    return this.orderBy(rows, alias)
      .limit(limit)
      .offset(seek ? 0 : offset);
  }

  private orderBy(rows: Builder, alias: string, isReversed = false): Builder {
    const { order, seek } = this.query;
    return this.records.orderBy(rows, order, alias, (seek?.direction === 'before') !== isReversed);
  }

  /** Read as that index has them. */
  private alongIndex(rows: Builder, index: readonly string[], alias: string): Builder {
    for (const column of index) rows.addOrderBy(`${alias}.${column}`, 'ASC');
    return rows;
  }

  /** What names a row, and what it is sorted by. */
  private sortList(alias: string): string {
    const sorted = this.query.order.map(([name]) => this.records.columnName(name));
    return listOf([...new Set([...this.indexes.keys, ...sorted])], alias);
  }

  /** The one column that names a row; null: it takes several. */
  private get idColumn(): ColumnMetadata | null {
    const [name, other] = this.indexes.keys.filter((key, _, { length }) => length === 1 || key !== 'customer_id');
    return other ? null : this.records.metadata.columns.find(({ databaseName }) => databaseName === name)!;
  }

  private bind(query: Builder | string): Sql {
    return this.parameters.bind(typeof query === 'string' ? query : query.getQuery());
  }
}

function fewestOf(sources: readonly RowSource[], most: number): string {
  const cases = sources.map((source, at) => {
    const beyond = source('1').limit(1).offset(most);
    return `WHEN (${beyond.getQuery()}) IS NULL THEN ${at}`;
  });
  return `CASE ${cases.join(' ')} ELSE -1 END`;
}

const listOf = (columns: readonly string[], alias: string): string =>
  columns.map((column) => `${alias}.${column}`).join(', ');
const flagOf = (condition: string): string => `CASE WHEN ${condition} THEN 1 ELSE 0 END AS hit`;
const isId = ({ transformer }: ColumnMetadata): boolean => transformer === uuidTransformer;
