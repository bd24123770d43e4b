import type { MigrationInterface, QueryRunner } from 'typeorm';
import { uuidTransformer } from '../platform/database/column-types';
import { addColumn, addIndex, dropColumn, dropIndex, orNull, uuid } from '../platform/database/table-words';
import { wordsOf } from '../platform/folded';
import { newId } from '../platform/ids';

/** What platform staff search in: by the kind of record its table, what its words name it by, its key, its texts. */
const SEARCHED = [
  ['customers', 'customer', 'search_id', ['customer_id'], ['customer_name', 'primary_contact_person', 'email_primary']],
  ['subscription-packages', 'subscription_package', 'search_id', ['subscription_id'], ['subscription_name']],
  ['subscribers', 'subscriber', 'subscriber_id', ['customer_id', 'subscriber_id'], ['customer_name', 'subs_name']],
  [
    'support-messages',
    'support_message',
    'support_message_id',
    ['customer_id', 'support_message_id'],
    ['customer_name', 'user_name', 'reply_to', 'subject'],
  ],
] as const;
type Row = Record<string, unknown>;
/** Records whose key is a number are named by an id of their own. */
const NUMBERED = [
  ['customer', 'customer_id'],
  ['subscription_package', 'subscription_id'],
] as const;
/** Records read at a time, and words written in one statement. */
const PART = 500;
const ROWS = 250;

/** Words of what stands above organisations: those of customer 0. */
export class WordsAboveOrganisations0060 implements MigrationInterface {
  name = 'WordsAboveOrganisations0060_1763600000060';

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, key] of NUMBERED) {
      await addColumn(runner, table, 'search_id', orNull(uuid()));
      const unnamed: Row[] = await runner.query(`SELECT ${key} FROM ${table} WHERE search_id IS NULL`);
      for (const row of unnamed) {
        const id = uuidTransformer.to(newId());
        await runner.query(`UPDATE ${table} SET search_id = ? WHERE ${key} = ?`, [id, row[key]]);
      }
      await addIndex(runner, table, ['search_id']);
    }
    // Begun before and not finished: from the beginning.
    await this.forget(runner);
    for (const [kind, table, by, key, texts] of SEARCHED) await fill(runner, kind, table, by, key, texts);
  }

  /** What is lost: by which id words name a record whose key is a number. Done again, each has another one, and so have its words. */
  async down(runner: QueryRunner): Promise<void> {
    await this.forget(runner);
    for (const [table] of NUMBERED) {
      await dropIndex(runner, table, ['search_id']);
      await dropColumn(runner, table, 'search_id');
    }
  }

  private async forget(runner: QueryRunner): Promise<void> {
    for (const [kind] of SEARCHED) {
      for (const table of ['search_word', 'search_text'])
        await runner.query(`DELETE FROM ${table} WHERE customer_id = 0 AND kind = ?`, [kind]);
    }
  }
}

/** Part by part along the primary key, so that no number of records fills the memory. */
async function fill(
  runner: QueryRunner,
  kind: string,
  table: string,
  by: string,
  key: readonly string[],
  texts: readonly string[],
): Promise<void> {
  const [first, second] = key as readonly [string, string | undefined];
  const after = second ? `${first} > ? OR (${first} = ? AND ${second} > ?)` : `${first} > ?`;
  const columns = [...new Set([by, ...key, ...texts])].join(', ');
  for (let last: Row | undefined; ;) {
    const rows: Row[] = await runner.query(
      `SELECT ${columns} FROM ${table} ${last ? `WHERE ${after}` : ''} ORDER BY ${key.join(', ')} LIMIT ${PART}`,
      last && [last[first], ...(second ? [last[first], last[second]] : [])],
    );
    const found = rows.map((row) => ({ id: row[by], words: wordsOf(texts.map((name) => row[name] as string | null)) }));
    const words = found.flatMap(({ id, words: own }) => own.map((word) => [0, kind, id, word]));
    await write(runner, 'search_word (customer_id, kind, record_id, word)', words);
    const all = found.map(({ id, words: own }) => [0, kind, id, own.map((word) => ` ${word}`).join('')]);
    await write(runner, 'search_text (customer_id, kind, record_id, words)', all);
    if (rows.length < PART) return;
    last = rows.at(-1);
  }
}

async function write(runner: QueryRunner, into: string, rows: readonly unknown[][]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS) {
    const part = rows.slice(from, from + ROWS);
    await runner.query(`INSERT INTO ${into} VALUES ${part.map(() => '(?, ?, ?, ?)').join(', ')}`, part.flat());
  }
}
