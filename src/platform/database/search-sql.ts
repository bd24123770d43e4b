import { mark, type Sql } from './asked';
import { within, type Narrow, type Source } from './list-parts';
import { window, type RecordSql } from './record-sql';

/** Behind every word that begins so. A range, not LIKE: the embedded engine has an index for that only. */
const behind = (word: string): string => `${word}\u{10FFFF}`;

/** Which records have words that begin like all of these, as a condition; however many they are. `owner` 0: above organisations. */
export function recordsWithWords(owner: number, kind: string, words: readonly string[]): Sql {
  const begun =
    'SELECT w.record_id FROM search_word w WHERE w.customer_id = ? AND w.kind = ? AND w.word >= ? AND w.word < ?';
  return {
    text: words.map(() => begun).reduceRight((inner, outer) => `${outer} AND w.record_id IN (${inner})`),
    values: words.flatMap((word) => [owner, kind, word, behind(word)]),
  };
}

/** The records of one kind by their words: `search_word` finds them by one, `search_text` says whether they have others. */
export class SearchSql {
  /** @param customer_id whose records; 0: those above organisations */
  constructor(
    private readonly sql: Pick<RecordSql<object>, 'select'>,
    private readonly customer_id: number,
    private readonly kind: string,
  ) {}

  /** The words `w` that begin so; a record may have several. */
  begunBy(word: string): Source {
    return (asked) => {
      asked.shape += 'word ';
      const [customer, kind, from, to] = [this.customer_id, this.kind, word, behind(word)].map((value) =>
        mark(asked.bind(value)),
      );
      return (columns) =>
        this.sql
          .select(columns)
          .from('search_word', 'w')
          .where(`w.customer_id = ${customer} AND w.kind = ${kind} AND w.word >= ${from} AND w.word < ${to}`);
    };
  }

  /**
   * The first records that each of these words finds, so many of each: whoever has them all is among them, unless every one
   * of the words is common.
   */
  begunByAny(words: readonly string[], most: number): Source {
    return (asked) => {
      asked.shape += `any ${words.length} `;
      const each = words.map((word) => this.begunBy(word)(asked));
      const windowed = window(asked, most);
      return (columns) => {
        const found = each.map((begun) =>
          this.sql
            .select('w.record_id')
            .from(within(windowed(begun('w.record_id').orderBy('w.word'))), 'w')
            .getQuery(),
        );
        return this.sql
          .select(columns)
          .from(within({ getQuery: () => found.join(' UNION ') }), 'w')
          .where('1 = 1');
      };
    };
  }

  /** Whether the record of that key has words that begin like all of these: one row read, however many they are. */
  hasAll(words: readonly string[], key: string): Narrow {
    return (asked) => {
      asked.shape += `words ${words.length} ${key} `;
      if (!words.length) return () => '1 = 1';
      const begun = words.map((word) => mark(asked.bind(`% ${word.replace(/[!%_]/g, '!$&')}%`)));
      const [customer, kind] = [mark(asked.bind(this.customer_id)), mark(asked.bind(this.kind))];
      return (alias) => {
        const found = begun.map((word) => `s.words LIKE ${word} ESCAPE '!'`).join(' AND ');
        const statement = this.sql
          .select(`CASE WHEN ${found} THEN 1 ELSE 0 END`)
          .from('search_text', 's')
          .where(`s.customer_id = ${customer} AND s.kind = ${kind} AND s.record_id = ${alias}${key}`);
        return `(${statement.getQuery()}) = 1`;
      };
    };
  }
}
