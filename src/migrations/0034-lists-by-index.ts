import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, addIndex, dropColumn, dropIndex, orNull, text } from '../platform/database/table-words';

type Indexes = Readonly<Record<string, readonly (readonly string[])[]>>;

/**
 * Behind customer_id: what a list is sorted by and then the row's own id, so that the order with its tie-break runs along
 * the index in both directions; where two columns stand before the id, the first is what a list is often narrowed to.
 */
const LISTED: Indexes = {
  staff: [
    ['first_name_sort', 'staff_id'],
    ['last_name_sort', 'staff_id'],
    ['email', 'staff_id'],
    ['joined', 'staff_id'],
    ['last_active_day', 'staff_id'],
    ['status', 'staff_id'],
    ['created_at', 'staff_id'],
    ['updated_at', 'staff_id'],
  ],
  department: [['name_sort', 'department_id']],
  job_role: [['name_sort', 'job_role_id']],
  skill: [
    ['skill_group', 'skill_id'],
    ['skill_group', 'name_sort', 'skill_id'],
    ['min_level', 'skill_id'],
    ['required_headcount', 'skill_id'],
    ['validity_months', 'skill_id'],
    ['status', 'skill_id'],
    ['created_at', 'skill_id'],
    ['updated_at', 'skill_id'],
  ],
  training: [
    ['type', 'training_id'],
    ['estimated_minutes', 'training_id'],
    ['validity_months', 'training_id'],
    ['due_days', 'training_id'],
    ['status', 'training_id'],
    ['status', 'title_sort', 'training_id'],
    ['published_at', 'training_id'],
    ['created_at', 'training_id'],
    ['updated_at', 'training_id'],
  ],
  training_category: [
    ['position', 'name_sort', 'category_id'],
    ['position', 'category_id'],
    ['name_sort', 'category_id'],
    ['status', 'category_id'],
  ],
  quiz: [
    ['pass_mark', 'quiz_id'],
    ['attempts_allowed', 'quiz_id'],
    ['time_limit_minutes', 'quiz_id'],
    ['question_count', 'quiz_id'],
    ['total_points', 'quiz_id'],
    ['status', 'quiz_id'],
  ],
  question: [
    ['text_start', 'question_id'],
    ['kind', 'question_id'],
    ['points', 'question_id'],
    ['tags_sort', 'question_id'],
    ['status', 'question_id'],
  ],
  training_assignment: [
    ['due_on', 'assignment_id'],
    ['completed_at', 'assignment_id'],
    ['state', 'assignment_id'],
    ['state', 'assigned_on', 'assignment_id'],
    ['training_id', 'assigned_on', 'assignment_id'],
  ],
  evidence: [
    ['effective_date', 'evidence_id'],
    ['valid_until', 'evidence_id'],
    ['state', 'effective_date', 'evidence_id'],
  ],
  revocation: [
    ['from_date', 'revocation_id'],
    ['to_date', 'revocation_id'],
  ],
  exemption: [
    ['from_date', 'exemption_id'],
    ['to_date', 'exemption_id'],
  ],
  skill_target: [
    ['from_date', 'target_id'],
    ['to_date', 'target_id'],
  ],
  role_target: [
    ['from_date', 'target_id'],
    ['to_date', 'target_id'],
  ],
  video_progress: [
    ['beat_at', 'assignment_id'],
    ['completed_at', 'assignment_id'],
  ],
  attempt: [
    ['attempt_no', 'attempt_id'],
    ['result', 'started_at', 'attempt_id'],
    ['status', 'started_at', 'attempt_id'],
    ['training_id', 'started_at', 'attempt_id'],
    ['quiz_id', 'started_at', 'attempt_id'],
  ],
  audit_event: [['audit_event_id'], ['action', 'at', 'audit_event_id'], ['account_id', 'at', 'audit_event_id']],
  api_key: [['name', 'api_key_id']],
};

/** Beginnings of those above. */
const REPLACED: Indexes = {
  skill: [['skill_group']],
  training_assignment: [['training_id']],
  evidence: [['state', 'effective_date']],
  attempt: [['training_id'], ['quiz_id']],
};

/** Directories of all organisations: what platform staff sort by. */
const DIRECTORIES: Indexes = {
  customer: [
    ['customer_status'],
    ['primary_contact_person'],
    ['email_primary'],
    ['subscription_type'],
    ['create_date'],
  ],
  support_message: [['answered_at', 'support_message_id']],
};

const columnsOf = (tables: Indexes, before: readonly string[], behind: readonly string[]) =>
  Object.entries(tables).flatMap(([table, all]) =>
    all.map((columns) => [table, [...before, ...columns, ...(table === 'customer' ? behind : [])]] as const),
  );
const ADDED = [...columnsOf(LISTED, ['customer_id'], []), ...columnsOf(DIRECTORIES, [], ['customer_id'])];
const TAKEN = columnsOf(REPLACED, ['customer_id'], []);

export class ListsByIndex0034 implements MigrationInterface {
  name = 'ListsByIndex0034_1763600000034';

  async up(runner: QueryRunner): Promise<void> {
    // A question's whole text is too long for an index.
    await addColumn(runner, 'question', 'text_start', orNull(text(120)));
    await runner.query('UPDATE question SET text_start = SUBSTR(text_sort, 1, 120)');
    // The new ones first: a foreign key always needs one that begins with its columns.
    for (const [table, columns] of ADDED) await addIndex(runner, table, columns);
    for (const [table, columns] of TAKEN) await dropIndex(runner, table, columns);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, columns] of TAKEN) await addIndex(runner, table, columns);
    for (const [table, columns] of ADDED.toReversed()) await dropIndex(runner, table, columns);
    await dropColumn(runner, 'question', 'text_start');
  }
}
