import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnShape, sortWidth } from '../platform/database/column-types';
import { refold, type FoldedTable } from '../platform/database/refold';

type Derived = FoldedTable['columns'][string];
const sort = (from: string, max: number): Derived => ({ kind: 'sort', from, max });
const ABOVE = true;

/** A table of organisations: its sort columns with the length of their source, and the fields its search words come from. */
const owned = (
  table: string,
  id: string,
  columns: FoldedTable['columns'],
  kind?: string,
  texts: readonly string[] = [],
): FoldedTable => ({
  table,
  key: ['customer_id', id],
  columns,
  ...(kind && { words: { kind, id, texts, isAbove: false } }),
});
const named = { name_sort: sort('name', 100) };

const FOLDED: readonly FoldedTable[] = [
  owned('department', 'department_id', named, 'departments', ['name']),
  owned('job_role', 'job_role_id', named, 'job-roles', ['name']),
  owned(
    'staff',
    'staff_id',
    { first_name_sort: sort('first_name', 100), last_name_sort: sort('last_name', 100) },
    'staff',
    ['staff_code', 'first_name', 'last_name', 'email'],
  ),
  owned('skill', 'skill_id', { name_sort: sort('name', 150) }, 'skills', ['skill_code', 'name']),
  owned('training_category', 'category_id', named, 'training-categories', ['code', 'name']),
  owned('training', 'training_id', { title_sort: sort('title', 200) }, 'trainings', ['code', 'title']),
  owned('quiz', 'quiz_id', { title_sort: sort('title', 200) }, 'quizzes', ['title']),
  owned(
    'question',
    'question_id',
    { text_sort: sort('text', 1000), text_start: sort('text', 120), tags_sort: sort('tags', 400) },
    'questions',
    ['text', 'tags'],
  ),
  {
    table: 'quiz_draw',
    key: ['customer_id', 'quiz_id', 'slot'],
    columns: { tag_sort: { kind: 'folded', from: 'tag', max: 100 } },
  },
  owned('training_location', 'training_location_id', named, 'training-locations', ['code', 'name', 'address']),
  owned('assignment_rule', 'rule_id', named, 'assignment-rules', ['name']),
  owned('api_key', 'api_key_id', {}, 'api-keys', ['name']),
  {
    table: 'customer',
    key: ['customer_id'],
    columns: { customer_name_sort: sort('customer_name', 200) },
    words: {
      kind: 'customers',
      id: 'search_id',
      texts: ['customer_name', 'primary_contact_person', 'email_primary'],
      isAbove: ABOVE,
    },
  },
  {
    table: 'subscription_package',
    key: ['subscription_id'],
    columns: { subscription_name_sort: sort('subscription_name', 100) },
    words: { kind: 'subscription-packages', id: 'search_id', texts: ['subscription_name'], isAbove: ABOVE },
  },
  {
    table: 'subscriber',
    key: ['customer_id', 'subscriber_id'],
    columns: { customer_name_sort: sort('customer_name', 200) },
    words: { kind: 'subscribers', id: 'subscriber_id', texts: ['customer_name', 'subs_name'], isAbove: ABOVE },
  },
  {
    table: 'support_message',
    key: ['customer_id', 'support_message_id'],
    columns: {},
    words: {
      kind: 'support-messages',
      id: 'support_message_id',
      texts: ['customer_name', 'user_name', 'reply_to', 'subject'],
      isAbove: ABOVE,
    },
  },
];
const NULLABLE = ['text_start', 'tags_sort'];

/** Widens the sort columns for the text behind the folded one, and rebuilds them and the search words (folded.ts). */
export class ScriptsFoldedApart0121 implements MigrationInterface {
  name = 'ScriptsFoldedApart0121_1763600000121';

  async up(runner: QueryRunner): Promise<void> {
    await this.settle(runner, sortWidth);
    const engine = runner.dataSource.options.type === 'better-sqlite3' ? 'sqlite' : 'mariadb';
    const send = (sql: string, values: readonly never[]) => runner.query(sql, [...values]);
    for (const table of FOLDED) await refold({ engine, rows: send, write: send }, table);
  }

  /** Loses nothing: the columns derive from the texts. */
  async down(runner: QueryRunner): Promise<void> {
    await this.settle(runner, (max) => max);
  }

  /** SQLite heeds no length. */
  private async settle(runner: QueryRunner, width: (max: number) => number): Promise<void> {
    if (runner.dataSource.options.type === 'better-sqlite3') return;
    for (const { table, columns } of FOLDED)
      for (const [name, { kind, max }] of Object.entries(columns)) {
        if (kind !== 'sort' || sortWidth(max) === max) continue;
        const { type, length, collation } = columnShape('text', width(max), 'mariadb');
        await runner.query(
          `UPDATE ${table} SET ${name} = LEFT(${name}, ${length}) WHERE CHAR_LENGTH(${name}) > ${length}`,
        );
        await runner.query(
          `ALTER TABLE ${table} MODIFY ${name} ${type}(${length}) COLLATE ${collation} ${NULLABLE.includes(name) ? 'NULL' : 'NOT NULL'}`,
        );
      }
  }
}
