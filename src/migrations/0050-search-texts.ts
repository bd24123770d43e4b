import type { MigrationInterface, QueryRunner } from 'typeorm';
import { choice, createTables, dropTables, longText, uuid, whole } from '../platform/database/table-words';

interface Word {
  customer_id: number;
  kind: string;
  record_id: Uint8Array;
  word: string;
}
/** Words read at a time, and texts written in one statement. */
const PART = 2_000;
const ROWS = 250;

/** All words of a record in one row, from the words that it is found by. */
export class SearchTexts0050 implements MigrationInterface {
  name = 'SearchTexts0050_1763600000050';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'search_text',
        columns: { customer_id: whole(), kind: choice(), record_id: uuid(), words: longText() },
        primary: ['customer_id', 'kind', 'record_id'],
      },
    ]);
    // Begun before and not finished: from the beginning.
    await runner.query('DELETE FROM search_text');
    const owned: { customer_id: number; kind: string }[] = await runner.query(
      'SELECT DISTINCT customer_id, kind FROM search_word',
    );
    for (const { customer_id, kind } of owned) await fill(runner, customer_id, kind);
  }

  /** Nothing is lost: the texts are made of the words. */
  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['search_text']);
  }
}

/** Part by part along the index, so that no number of records fills the memory; a record may reach into the next part. */
async function fill(runner: QueryRunner, customer_id: number, kind: string): Promise<void> {
  let open: Word[] = [];
  for (let last: Word | undefined; ;) {
    const after = last ? 'AND record_id >= ? AND (record_id > ? OR word > ?)' : '';
    const words: Word[] = await runner.query(
      `SELECT customer_id, kind, record_id, word FROM search_word WHERE customer_id = ? AND kind = ? ${after}
       ORDER BY record_id, word LIMIT ${PART}`,
      [customer_id, kind, ...(last ? [last.record_id, last.record_id, last.word] : [])],
    );
    const isLast = words.length < PART;
    const records = recordsOf([...open, ...words]);
    open = isLast ? [] : (records.pop() ?? []);
    for (let from = 0; from < records.length; from += ROWS) {
      const part = records.slice(from, from + ROWS);
      await runner.query(
        `INSERT INTO search_text (customer_id, kind, record_id, words) VALUES ${part.map(() => '(?, ?, ?, ?)').join(', ')}`,
        part.flatMap((own) => [customer_id, kind, own[0]!.record_id, own.map(({ word }) => ` ${word}`).join('')]),
      );
    }
    if (isLast) return;
    last = words.at(-1);
  }
}

function recordsOf(words: readonly Word[]): Word[][] {
  const records = new Map<string, Word[]>();
  for (const word of words) {
    const name = Buffer.from(word.record_id).toString('hex');
    records.set(name, [...(records.get(name) ?? []), word]);
  }
  return [...records.values()];
}
