import type { Database } from './database';
import type { Search } from './list-page';
import type { Sql } from './where';

/** Records of a word that many have are not gathered: each row along the order is asked for it instead. */
const COMMON = 20_000;

/** The records of one kind by the words in `search_word`. */
export class WordSearch {
  /** @param owner whose records; 0: those above organisations */
  constructor(
    private readonly owner: number,
    private readonly search: Search,
  ) {}

  /**
   * The records that have words that begin like all of these, as a condition on the column `key`. They are gathered by the
   * word that fewest have; where all words are common, each row of the list is asked for them. `most`: no more records have
   * all of them.
   */
  async condition(database: Database, key: string): Promise<{ found: Sql; most: number }> {
    const { words } = this.search;
    const counts = words.map(
      () => `(SELECT COUNT(*) FROM (SELECT 1 FROM search_word w WHERE ${BEGINS('w')} LIMIT ?) c)`,
    );
    const values = words.flatMap((word) => [...this.valuesOf(word), COMMON + 1]);
    const [row] = await database.rows<Record<string, number>>(
      `SELECT ${counts.map((count, at) => `${count} AS n${at}`).join(', ')}`,
      values,
    );
    const byCount = words.map((word, at) => ({ word, n: Number(row?.[`n${at}`] ?? 0) })).toSorted((a, b) => a.n - b.n);
    const most = byCount[0]!.n;
    if (most > COMMON) return { found: this.hasWords(key, words), most };
    const { text, values: bound } = this.records(byCount.map(({ word }) => word));
    return { found: { text: `${key} IN (${text})`, values: bound }, most };
  }

  /** A statement of their ids. @param words the first one finds them, and should be the rarest; by default the longest */
  records(words: readonly string[] = this.search.words.toSorted((a, b) => b.length - a.length)): Sql {
    const [first, ...others] = words;
    const { text, values } = this.hasWords('w.record_id', others);
    return {
      text: `SELECT w.record_id FROM search_word w WHERE ${BEGINS('w')}${text && ` AND ${text}`}`,
      values: [...this.valuesOf(first!), ...values],
    };
  }

  /** Counted, because MariaDB turns EXISTS and IN into a join that gathers all records of the word. */
  private hasWords(record: string, words: readonly string[]): Sql {
    const has = `(SELECT COUNT(*) FROM search_word o WHERE ${BEGINS('o')} AND o.record_id = ${record}) > 0`;
    return { text: words.map(() => has).join(' AND '), values: words.flatMap((word) => this.valuesOf(word)) };
  }

  private valuesOf(word: string): (string | number)[] {
    return [this.owner, this.search.kind, word, `${word}\u{10FFFF}`];
  }
}

/** A range, not LIKE: the embedded engine has an index for that only. */
const BEGINS = (alias: string): string =>
  ['customer_id = ?', 'kind = ?', 'word >= ?', 'word < ?'].map((condition) => `${alias}.${condition}`).join(' AND ');
