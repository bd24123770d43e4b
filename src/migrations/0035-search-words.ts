import type { MigrationInterface, QueryRunner } from 'typeorm';
import { choice, createTables, dropTables, text, uuid, whole } from '../platform/database/table-words';
import { wordsOf } from '../platform/folded';

/** What is searched in: by the kind of record its table, its id, its texts. */
const SEARCHED = [
  ['staff', 'staff', 'staff_id', ['staff_code', 'first_name', 'last_name', 'email']],
  ['departments', 'department', 'department_id', ['name']],
  ['job-roles', 'job_role', 'job_role_id', ['name']],
  ['skills', 'skill', 'skill_id', ['skill_code', 'name']],
  ['trainings', 'training', 'training_id', ['code', 'title']],
  ['training-categories', 'training_category', 'category_id', ['code', 'name']],
  ['quizzes', 'quiz', 'quiz_id', ['title']],
  ['questions', 'question', 'question_id', ['text', 'tags']],
  ['api-keys', 'api_key', 'api_key_id', ['name']],
] as const;
/** Records read at a time, and words written in one statement. */
const PART = 500;

export class SearchWords0035 implements MigrationInterface {
  name = 'SearchWords0035_1763600000035';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'search_word',
        columns: { customer_id: whole(), kind: choice(), word: text(40), record_id: uuid() },
        primary: ['customer_id', 'kind', 'word', 'record_id'],
        index: [['customer_id', 'kind', 'record_id', 'word']],
      },
    ]);
    for (const [kind, table, key, texts] of SEARCHED) await fill(runner, kind, table, key, texts);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['search_word']);
  }
}

/** Part by part along the primary key, so that no number of records fills the memory. */
async function fill(
  runner: QueryRunner,
  kind: string,
  table: string,
  key: string,
  texts: readonly string[],
): Promise<void> {
  for (let last: Record<string, unknown> | undefined; ;) {
    const after = last ? `WHERE customer_id > ? OR (customer_id = ? AND ${key} > ?)` : '';
    const rows: Record<string, unknown>[] = await runner.query(
      `SELECT customer_id, ${key}, ${texts.join(', ')} FROM ${table} ${after} ORDER BY customer_id, ${key} LIMIT ${PART}`,
      last && [last['customer_id'], last['customer_id'], last[key]],
    );
    const words = rows.flatMap((row) =>
      wordsOf(texts.map((name) => row[name] as string | null)).map((word) => [
        row['customer_id'],
        kind,
        word,
        row[key],
      ]),
    );
    for (let from = 0; from < words.length; from += PART) {
      const part = words.slice(from, from + PART);
      await runner.query(
        `INSERT INTO search_word (customer_id, kind, word, record_id) VALUES ${part.map(() => '(?, ?, ?, ?)').join(', ')}`,
        part.flat(),
      );
    }
    if (rows.length < PART) return;
    last = rows.at(-1);
  }
}
