import { PAGE_MAX } from '../../contract/list-dialect';
import type { Search } from './list-page';
import type { RowCondition, RowSource } from './list-statements';
import { Parameters, type Sql } from './parameters';
import type { RecordStatements, Scope } from './record-statements';
import { SearchText } from './search-text.entity';
import { SearchWord } from './search-word.entity';

/** The records of one kind by their words: `search_word` finds them by one, `search_text` says whether they have others. */
export class WordSearch {
  /** Whose words; 0: those above organisations. */
  private readonly owner: number;

  constructor(
    private readonly records: Pick<RecordStatements<object>, 'select'>,
    scope: Scope,
    private readonly search: Search,
    private readonly parameters = new Parameters(),
  ) {
    this.owner = search.isAbove ? 0 : Number(scope[0] ?? 0);
  }

  /** The ids of the records that have all of the words, however many they are. */
  ids(): Sql {
    const nested = this.search.words
      .map((word) => this.rowsOf(word)('w.record_id'))
      .reduceRight((inner, rows) => rows.andWhere(`w.record_id IN (${inner.getQuery()})`));
    return this.parameters.bind(nested.getQuery());
  }

  /** The words `w` that begin so: a range, for the embedded engine has no index for LIKE. A record may have several. */
  rowsOf(word: string): RowSource {
    const [from, to] = [word, `${word}\u{10FFFF}`].map((value) => this.parameters.add(value));
    return (columns) =>
      this.records
        .select(columns)
        .from(SearchWord, 'w')
        .where(`${this.kindCondition('w')} AND w.word >= ${from} AND w.word < ${to}`);
  }

  /** The first so many records of each word. A record that has all words is among them, unless all words are common. */
  rowsOfAny(most: number): RowSource {
    return (columns) => {
      const each = this.search.words.map((word) => {
        const rows = this.rowsOf(word)('w.record_id').orderBy('w.word').limit(most);
        return this.records.select('w.record_id').from(`(${rows.getQuery()})`, 'w').getQuery();
      });
      return this.records.select(columns).from(`(${each.join(' UNION ')})`, 'w');
    };
  }

  /** Whether the record of that key has words that begin like all of these: one row is read, however many they are. */
  hasWords(words: readonly string[], key: string): RowCondition {
    if (!words.length) return () => '1 = 1';
    const likes = words.map((word) => this.parameters.add(`% ${word.replace(/[!%_]/g, '!$&')}%`));
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
    const { parameters, owner, search } = this;
    return `${alias}.customer_id = ${parameters.add(owner)} AND ${alias}.kind = ${parameters.add(search.kind)}`;
  }
}

/** Rows that a search reads at most, whatever the words and however many records have them. */
const READS_MAX = 10_000;
/**
 * Rows read for one record that is found by a word: the word, its row and its text, each once to be sorted and once to be
 * counted, and its place among the sorted. For one that is looked at along the order: its place, its text, and whether it
 * was a hit; over all organisations its row, too. For a row of the page. And for the rest of the search.
 * (MariaDB counts reading its own temporary tables; test/size shows that it is no more.)
 */
const READS_PER_MATCH = 7;
const READS_PER_WALK_ROW = 3;
const READS_PER_WALK_ROW_ABOVE = 6;
const READS_PER_PAGE_ROW = 5;
const READS_FIXED = 240;

/**
 * First each way to find records (a word, a filter with an index) is tried whether it leaves more than `most`; then either
 * the records of one that does not are read, or `walk` rows along the order. With the page both sums end at `READS_MAX`.
 */
export function searchPlan(ways: number, limit: number, isAbove: boolean): { most: number; walk: number } {
  // A longer page is only read by ids.
  const reads = READS_MAX - READS_FIXED - READS_PER_PAGE_ROW * Math.min(limit, PAGE_MAX);
  const most = Math.floor(reads / (ways + READS_PER_MATCH)) - 1;
  const walk = Math.floor((reads - ways * (most + 1)) / (isAbove ? READS_PER_WALK_ROW_ABOVE : READS_PER_WALK_ROW));
  return { most, walk };
}
