import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  choice,
  createTables,
  day,
  dropTables,
  flag,
  instant,
  orNull,
  recordColumns,
  text,
  uuid,
  whole,
} from '../platform/database/table-words';

/** Who is assigned what by rule, and how far an organisation's rules have been brought about. */
export class AssignmentRules0087 implements MigrationInterface {
  name = 'AssignmentRules0087_1763600000087';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'assignment_rule',
        columns: {
          customer_id: whole(),
          ...recordColumns(),
          rule_id: uuid(),
          name: text(100),
          name_key: text(100),
          name_sort: text(100),
          department_id: orNull(uuid()),
          job_role_id: orNull(uuid()),
          due_days: orNull(whole()),
          due_on: orNull(day()),
          mandatory: flag(),
          active: flag(),
          status: choice(),
        },
        primary: ['customer_id', 'rule_id'],
        unique: [['customer_id', 'name_key']],
        index: [
          ['customer_id', 'name_sort', 'rule_id'],
          ['customer_id', 'department_id'],
          ['customer_id', 'job_role_id'],
          ['customer_id', 'status', 'rule_id'],
        ],
        foreign: [
          { columns: ['customer_id', 'department_id'], table: 'department', onDelete: 'RESTRICT' },
          { columns: ['customer_id', 'job_role_id'], table: 'job_role', onDelete: 'RESTRICT' },
        ],
      },
      {
        name: 'assignment_rule_training',
        columns: { customer_id: whole(), rule_id: uuid(), training_id: uuid() },
        primary: ['customer_id', 'rule_id', 'training_id'],
        index: [['customer_id', 'training_id']],
        foreign: [
          { columns: ['customer_id', 'rule_id'], table: 'assignment_rule', onDelete: 'RESTRICT' },
          { columns: ['customer_id', 'training_id'], table: 'training', onDelete: 'RESTRICT' },
        ],
      },
      {
        name: 'assignment_rule_turn',
        columns: { customer_id: whole(), taken: whole(), whole_at: orNull(instant()), swept_on: orNull(day()) },
        primary: ['customer_id'],
      },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['assignment_rule_turn', 'assignment_rule_training', 'assignment_rule']);
  }
}
