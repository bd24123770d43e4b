import { COUNT_MAX } from '../../contract/list-dialect';
import { AppError } from '../errors/app-error';
import type { Database, SqlValue } from './database';
import { IndexesOf, compileTerms, termsOf, type Term } from './indexes-of';
import type { RecordSql } from './record-sql';
import { isAt, orderText, seekAfter, seekKeyOf, type SeekKey, type SortOrder } from './seek';
import { columnOf, compileWhere, marks, type Sql, type Where } from './where';

/** Rows that a list reads at most to find a page of those that a filter leaves. */
const WALK_MAX = 10_000;
/** Records that one word finds; and all together where they are looked at again, for other words or for a filter. */
const WORD_MAX = 2_000;
const WORDS_MAX = 1_600;
/** Rows along the order, each asked for every word. */
const SEARCH_WALK = 800;

/** Records whose words begin like all of these, folded; `search-word.entity.ts` keeps them. */
export interface Search {
  kind: string;
  words: readonly string[];
}
export interface PageRequest<E> {
  where?: Where<E>;
  order?: SortOrder;
  offset?: number;
  limit?: number;
  search?: Search;
  /** The page behind this key (or before it) instead of an offset. */
  seek?: SeekKey;
}
export interface PageOf<E> {
  rows: E[];
  /** Of all matching rows; where `exact` is false there are more. */
  total: number;
  exact?: boolean;
  /** Where this page begins and ends: what `_before` and `_after` take. */
  first?: string;
  last?: string;
}
interface Found<E> {
  /** More than `most`: there are others that were not looked at. */
  walked: number;
  most: number;
  hits: number;
  /** Of the hits. */
  page: () => Promise<E[]>;
}
type Asked<E> = PageRequest<E> & Required<Pick<PageRequest<E>, 'order' | 'offset' | 'limit'>>;

/** Neither the filter nor the order has an index, and there are too many rows to look through. */
export class NarrowSearch extends AppError {
  constructor() {
    super({
      kind: 'invalid',
      code: 'narrow_search',
      message:
        'There are too many rows to look through. Narrow the search: filter by one thing more, or sort by one column.',
      facts: { looked_through: WALK_MAX },
    });
  }
}

/**
 * One page of a table and the number of matching rows, from no more than a fixed number of rows read, whatever the
 * filter. A page that an index serves is read along it. Otherwise it is asked first how many rows the filter's best index
 * leaves: few are sorted; of many, the page is looked for along the order. What is found neither way is refused with
 * `NarrowSearch` rather than read from the whole table.
 */
export class BoundedList<E extends object> {
  private readonly indexes: IndexesOf;

  /** @param scope the columns that `base` binds, to one value each: what the indexes begin with */
  constructor(
    private readonly database: Database,
    private readonly sql: RecordSql<E>,
    private readonly scope: readonly string[],
  ) {
    this.indexes = new IndexesOf(sql.metadata, scope);
  }

  /** @param base whose rows: the last condition of every statement. @throws NarrowSearch */
  async page(base: Sql, request: PageRequest<E>): Promise<PageOf<E>> {
    const { where = {}, order = [], offset = 0, limit, search } = request;
    const terms = termsOf(where as Where<E>);
    if (limit === undefined || (!search && this.indexes.serve(terms, order))) return this.direct(base, request);
    return this.narrowed(base, terms, { ...request, order, offset, limit });
  }

  private async direct(base: Sql, request: PageRequest<E>): Promise<PageOf<E>> {
    const { where = {}, order = [], offset = 0, limit, seek } = request;
    const asked = this.owned(base, where as Where<E>);
    const rows = await this.window(asked, request);
    const told = !seek && (limit === undefined || (rows.length < limit && (rows.length > 0 || offset === 0)));
    if (told) return { rows, total: offset + rows.length, ...endsOf(rows, order) };
    const counted = await boundedCount(this.database, `FROM ${this.sql.table} WHERE ${asked.text}`, asked.values);
    return { rows, ...counted, ...endsOf(rows, order) };
  }

  private async window(asked: Sql, request: PageRequest<E>): Promise<E[]> {
    const { order = [], seek, limit } = request;
    const { text, values, isBackwards } = this.sought(asked, order, seek);
    return this.rows(
      `SELECT ${this.sql.selectList} FROM ${this.sql.table} WHERE ${text}${this.orderBy(order, isBackwards)}${limit === undefined ? '' : windowOf(request)}`,
      values,
      isBackwards,
    );
  }

  private async narrowed(base: Sql, terms: readonly Term[], request: Asked<E>): Promise<PageOf<E>> {
    const { order, offset, limit } = request;
    const { walked, most, hits, page } = request.search
      ? await this.searched(base, terms, request, request.search)
      : await this.filtered(base, terms, request);
    if (walked <= most) {
      const rows = await page();
      return { rows, total: hits, ...endsOf(rows, order) };
    }
    if (!this.indexes.serve([], order)) throw new NarrowSearch();
    const rows = await this.walked(base, terms, request);
    if (rows.length < limit) throw new NarrowSearch();
    const total = Math.min(COUNT_MAX, Math.max(hits, offset + rows.length));
    return { rows, total, exact: false, ...endsOf(rows, order) };
  }

  /** How many rows the best index leaves, and how many of them are hits of the other terms, too. */
  private async filtered(base: Sql, terms: readonly Term[], request: Asked<E>): Promise<Found<E>> {
    const keys = this.indexes.keys;
    const { served, isNarrow } = this.indexes.servedAmong(terms);
    const rest = terms.filter((term) => !served.includes(term));
    const within = both(this.terms(served), base);
    const walk = `FROM ${this.sql.table} WHERE ${within.text} LIMIT ${WALK_MAX + 1}`;
    // Of what a narrow index has let through, the rows themselves are read by their keys.
    const isJoined = isNarrow && rest.length > 0;
    const hit = this.terms(rest, isJoined ? 't.' : '');
    const flag = `CASE WHEN ${hit.text} THEN 1 ELSE 0 END AS hit`;
    const [sized] = await this.database.rows<{ walked: number; hits: number | null }>(
      isJoined
        ? `SELECT COUNT(*) AS walked, SUM(f.hit) AS hits FROM (SELECT ${flag} FROM (SELECT ${keys.join(', ')} ${walk}) d
           JOIN ${this.sql.table} t ON ${this.joined('d')}) f`
        : `SELECT COUNT(*) AS walked, SUM(f.hit) AS hits FROM (SELECT ${flag} ${walk}) f`,
      [...hit.values, ...within.values, ...(isJoined ? base.values : [])],
    );
    const hits = Number(sized?.hits ?? 0);
    const page = () => this.sorted(base, request, both(this.terms(terms), base));
    return { walked: Number(sized?.walked ?? 0), most: WALK_MAX, hits, page: hits ? page : async () => [] };
  }

  /**
   * The records that each word finds, at most so many of each: those of the rarest are looked at again for the words that
   * find more. A mail address has words that everybody's has.
   */
  private async searched(base: Sql, terms: readonly Term[], request: Asked<E>, search: Search): Promise<Found<E>> {
    const [key] = this.indexes.keys;
    const { kind, words } = search;
    const isAlone = words.length === 1 && !terms.length;
    const most = isAlone ? WORD_MAX : Math.floor(WORDS_MAX / words.length);
    const drives = words.map((word) => prefixed(base, kind, word, 'w'));
    const met = await this.database.rows<{ word: number; id: Uint8Array }>(
      drives
        .map(
          ({ text }, at) =>
            `SELECT ${at} AS word, m.id FROM (SELECT w.record_id AS id FROM search_word w WHERE ${text} LIMIT ${most + 1}) m`,
        )
        .join(' UNION ALL '),
      drives.flatMap(({ values }) => values),
    );
    const found = words.map((_, at) => met.filter(({ word }) => Number(word) === at).map(({ id }) => id));
    const rare = found.filter((ids) => ids.length <= most).map((ids) => new Map(ids.map((id) => [hex(id), id])));
    const others = words.filter((_, at) => found[at]!.length > most);
    if (!rare.length) return { walked: most + 1, most, hits: 0, page: async () => [] };
    const [first, ...rest] = rare.toSorted((a, b) => a.size - b.size);
    const ids = [...first!].filter(([name]) => rest.every((one) => one.has(name))).map(([, id]) => id);
    if (!ids.length) return { walked: 0, most, hits: 0, page: async () => [] };
    const named = both({ text: `${key} IN (${marks(ids.length)})`, values: ids }, base);
    const asked = both(both(this.terms(terms), this.wordsOf(base, kind, others, '')), named);
    const page = () => this.sorted(base, request, asked);
    if (!others.length && !terms.length) return { walked: 0, most, hits: ids.length, page };
    const rows = await this.sorted(base, request, asked, true);
    return {
      walked: 0,
      most,
      hits: Number((rows[0] as { hits?: number } | undefined)?.hits ?? 0),
      page: async () => rows,
    };
  }

  /** Few were found: sorted by themselves, so that no plan reads along the order for them; the page's rows last. */
  private async sorted(base: Sql, request: Asked<E>, found: Sql, isCounted = false): Promise<E[]> {
    const { order, seek } = request;
    const columns = [...this.kept(order), ...(isCounted ? ['COUNT(*) OVER () AS hits'] : [])];
    const among = `SELECT ${columns.join(', ')} FROM ${this.sql.table} WHERE ${found.text} LIMIT ${WALK_MAX + 1}`;
    const { text, values, isBackwards } = this.sought({ text: '1 = 1', values: [] }, order, seek, 'f.');
    return this.rows(
      `SELECT ${this.sql.selectListOf('t.')}${isCounted ? ', f.hits' : ''} FROM (${among}) f JOIN ${this.sql.table} t ON ${this.joined('f')}
       WHERE ${text}${this.orderBy(order, isBackwards, 'f.')}${windowOf(request)}`,
      [...found.values, ...base.values, ...values],
      isBackwards,
    );
  }

  /** Many were found: the first rows along the order, and of those the ones that match. */
  private async walked(base: Sql, terms: readonly Term[], request: Asked<E>): Promise<E[]> {
    const { order, limit, seek, search } = request;
    const conditions = this.terms(terms, 'o.');
    const hit = search ? both(conditions, this.wordsOf(base, search.kind, search.words, 'o.')) : conditions;
    const most = search ? Math.max(15 * limit, Math.floor(SEARCH_WALK / (1 + search.words.length))) : WALK_MAX;
    const bound = {
      text: this.scope.length ? this.scope.map((column) => `o.${column} = ?`).join(' AND ') : '1 = 1',
      values: base.values,
    };
    const inner = this.sought(bound, order, seek, 'o.');
    const kept = this.kept(order);
    return this.rows(
      `SELECT ${this.sql.selectListOf('t.')} FROM (SELECT ${kept.map((name) => `b.${name}`).join(', ')} FROM
         (SELECT ${kept.map((name) => `o.${name}`).join(', ')}, CASE WHEN ${hit.text} THEN 1 ELSE 0 END AS hit
          FROM ${this.sql.table} o WHERE ${inner.text}${this.orderBy(order, inner.isBackwards, 'o.')} LIMIT ${most}) b
         WHERE b.hit = 1${this.orderBy(order, inner.isBackwards, 'b.')}${windowOf(request)}) w
       JOIN ${this.sql.table} t ON ${this.joined('w')}${this.orderBy(order, inner.isBackwards, 't.')}`,
      [...hit.values, ...inner.values, ...base.values],
      inner.isBackwards,
    );
  }

  private async rows(sql: string, values: readonly SqlValue[], isBackwards: boolean): Promise<E[]> {
    const rows = this.sql.decode(await this.database.rows(sql, values));
    return isBackwards ? rows.toReversed() : rows;
  }

  private wordsOf(base: Sql, kind: string, words: readonly string[], alias: string): Sql {
    return words
      .map((word) => {
        const { text, values } = prefixed(base, kind, word, 'x');
        return {
          // As a value: EXISTS would read all that begin so.
          text: `(SELECT x.record_id FROM search_word x WHERE ${text} AND x.record_id = ${alias}${this.indexes.keys[0]} LIMIT 1) IS NOT NULL`,
          values,
        };
      })
      .reduce(both, { text: '1 = 1', values: [] });
  }

  private sought(asked: Sql, order: SortOrder, seek: SeekKey | undefined, alias = ''): Sql & { isBackwards: boolean } {
    if (!seek) return { ...asked, isBackwards: false };
    const place = seekAfter(this.sql.metadata, order, seek, alias);
    return { ...both(place, asked), isBackwards: seek.direction === 'before' };
  }

  private orderBy(order: SortOrder, isBackwards: boolean, alias = ''): string {
    return orderText(this.sql.metadata, order, isBackwards, alias);
  }

  private owned(base: Sql, where: Where<E>): Sql {
    return both(compileWhere(this.sql.metadata, where), base);
  }

  /** What names a row, and what it is sorted by. */
  private kept(order: SortOrder): string[] {
    const sorted = order.map(([name]) => columnOf(this.sql.metadata, name).databaseName);
    return [...new Set([...this.indexes.keys, ...sorted])];
  }

  private terms(terms: readonly Term[], alias = ''): Sql {
    return compileTerms(this.sql.metadata, terms, alias);
  }

  /** The row `t` of a key, in the same scope. */
  private joined(keys: string): string {
    const own = this.indexes.keys.map((key) => `t.${key} = ${keys}.${key}`);
    return [...own, ...this.scope.map((column) => `t.${column} = ?`)].join(' AND ');
  }
}

/** A page of rows that were all read, in their order. */
export function pageOfAll<E extends object>(all: readonly E[], request: PageRequest<E>): PageOf<E> {
  const { order = [], offset = 0, limit = all.length, seek } = request;
  const at = seek ? all.findIndex((row) => isAt(row, order, seek)) : offset;
  const from = seek ? (seek.direction === 'after' ? at + 1 : Math.max(0, at - limit)) : offset;
  const rows = all.slice(from, seek?.direction === 'before' ? Math.max(0, at) : from + limit);
  return { rows, total: all.length, ...endsOf(rows, order) };
}

/** The words of an organisation's records of one kind that begin so. `base` binds the organisation. */
function prefixed(base: Sql, kind: string, word: string, alias: string): Sql {
  return {
    text: `${alias}.customer_id = ? AND ${alias}.kind = ? AND ${alias}.word LIKE ? ESCAPE '!'`,
    values: [...base.values, kind, `${word.replace(/[!%_]/g, '!$&')}%`],
  };
}

/** Exact up to `COUNT_MAX`, in one statement; where there are more it reads no further. @param from twice in it */
export async function boundedCount(
  database: Database,
  from: string,
  values: readonly SqlValue[],
): Promise<{ total: number; exact?: false }> {
  const [row] = await database.rows<{ n: number }>(
    `SELECT COALESCE((SELECT ${COUNT_MAX + 1} ${from} LIMIT 1 OFFSET ${COUNT_MAX}), (SELECT COUNT(*) ${from})) AS n`,
    [...values, ...values],
  );
  const n = Number(row?.n ?? 0);
  return n > COUNT_MAX ? { total: COUNT_MAX, exact: false } : { total: n };
}

/** What `_before` and `_after` take for the pages beside this one. */
export function endsOf(rows: readonly object[], order: SortOrder): { first?: string; last?: string } {
  const [first, last] = [rows[0], rows.at(-1)];
  return first && last && order.length ? { first: seekKeyOf(first, order), last: seekKeyOf(last, order) } : {};
}

const both = (one: Sql, other: Sql): Sql => ({
  text: `(${one.text}) AND (${other.text})`,
  values: [...one.values, ...other.values],
});

const hex = (id: Uint8Array): string => Buffer.from(id.buffer, id.byteOffset, id.byteLength).toString('hex');

function windowOf({ offset = 0, limit, seek }: Pick<PageRequest<object>, 'offset' | 'limit' | 'seek'>): string {
  return ` LIMIT ${whole(limit ?? 0)} OFFSET ${whole(seek ? 0 : offset)}`;
}

function whole(value: number): number {
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`not a row count: ${value}`);
  return value;
}
