import { PAGE_MAX } from '../../contract/list-dialect';
import type { Search } from './list-page';
import type { RowCondition, RowSource } from './list-statements';
import { SqlParameters, type Sql } from './sql-parameters';
import type { RecordStatements, Scope } from './record-statements';
import { SearchText } from './search-text.entity';
import { SearchWord } from './search-word.entity';

/** Finds records of one kind by words: `search_word` finds them by one word, `search_text` checks the others. */
export class WordSearch {
  /** 0 for words searched across customers. */
  private readonly customerId: number;

  constructor(
    private readonly records: Pick<RecordStatements<object>, 'select'>,
    scope: Scope,
    private readonly search: Search,
    private readonly sqlParameters = new SqlParameters(),
  ) {
    this.customerId = search.isGlobal ? 0 : Number(scope[0] ?? 0);
  }

  /** Ids of the records that have all words. */
  ids(): Sql {
    const nested = this.search.words
      .map((word) => this.rowsOfWord(word)('w.record_id'))
      .reduceRight((inner, rows) => rows.andWhere(`w.record_id IN (${inner.getQuery()})`));
    return this.sqlParameters.bind(nested.getQuery());
  }

  /** Words `w` with this prefix, as a range: SQLite uses no index for LIKE. A record may match several times. */
  rowsOfWord(word: string): RowSource {
    const [from, to] = [word, `${word}\u{10FFFF}`].map((value) => this.sqlParameters.add(value));
    return (columns) =>
      this.records
        .select(columns)
        .from(SearchWord, 'w')
        .where(`${this.kindCondition('w')} AND w.word >= ${from} AND w.word < ${to}`);
  }

  /** The first `maxRows` records of each word: all records with all words, unless all words are common. */
  rowsOfAnyWord(maxRows: number): RowSource {
    return (columns) => {
      const each = this.search.words.map((word) => {
        const rows = this.rowsOfWord(word)('w.record_id').orderBy('w.word').limit(maxRows);
        return this.records.select('w.record_id').from(`(${rows.getQuery()})`, 'w').getQuery();
      });
      return this.records.select(columns).from(`(${each.join(' UNION ')})`, 'w');
    };
  }

  /** Whether the record has words with all these prefixes; reads one row. */
  hasWords(words: readonly string[], key: string): RowCondition {
    if (!words.length) return () => '1 = 1';
    const likes = words.map((word) => this.sqlParameters.add(`% ${word.replace(/[!%_]/g, '!$&')}%`));
    const hasAll = likes.map((like) => `s.words LIKE ${like} ESCAPE '!'`).join(' AND ');
    return (alias) => {
      const texts = this.records
        .select(`CASE WHEN ${hasAll} THEN 1 ELSE 0 END`)
        .from(SearchText, 's')
        .where(`${this.kindCondition('s')} AND s.record_id = ${alias}${key}`);
      return `(${texts.getQuery()}) = 1`;
    };
  }

  private kindCondition(alias: string): string {
    const { sqlParameters: parameters, customerId, search } = this;
    return `${alias}.customer_id = ${parameters.add(customerId)} AND ${alias}.kind = ${parameters.add(search.kind)}`;
  }
}

/** Maximum number of rows read by a search. */
const READS_MAX = 10_000;
/**
 * Rows read per record found by a word: the word, the row and its text, each once for sorting and once for counting,
 * and the sorted entry. Per row of a walk: its position, its text and its match flag, and across customers the row
 * itself. Then per page row, and a fixed rest. test/size checks the sums (MariaDB also counts reads of its temporary
 * tables).
 */
const READS_PER_MATCH = 7;
const READS_PER_WALK_ROW = 3;
const READS_PER_GLOBAL_WALK_ROW = 6;
const READS_PER_PAGE_ROW = 5;
const READS_FIXED = 240;

/**
 * Each source (a word, an indexed filter) is first tested for more than `maxRows` rows; then either the records of a
 * small source are read, or `walk` rows along the order. Either total stays below `READS_MAX`.
 */
export function searchPlan(sourceCount: number, limit: number, isGlobal: boolean): { maxRows: number; walk: number } {
  // Longer pages are only read by ids.
  const reads = READS_MAX - READS_FIXED - READS_PER_PAGE_ROW * Math.min(limit, PAGE_MAX);
  const maxRows = Math.floor(reads / (sourceCount + READS_PER_MATCH)) - 1;
  const walk = Math.floor(
    (reads - sourceCount * (maxRows + 1)) / (isGlobal ? READS_PER_GLOBAL_WALK_ROW : READS_PER_WALK_ROW),
  );
  return { maxRows, walk };
}
