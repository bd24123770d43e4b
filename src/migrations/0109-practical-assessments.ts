import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  choice,
  createTables,
  day,
  dropTables,
  instant,
  json,
  orNull,
  recordColumns,
  text,
  uuid,
  whole,
} from '../platform/database/table-words';

/** What is looked for at work, level by level, and what was seen of whom. */
export class PracticalAssessments0109 implements MigrationInterface {
  name = 'PracticalAssessments0109_1763600000109';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'skill_checklist',
        columns: {
          customer_id: whole(),
          ...recordColumns(),
          skill_id: uuid(),
          level: whole(),
          needed: whole(),
          criteria: json(),
        },
        primary: ['customer_id', 'skill_id', 'level'],
        foreign: [{ columns: ['customer_id', 'skill_id'], table: 'skill', onDelete: 'RESTRICT' }],
      },
      {
        name: 'practical_assessment',
        columns: {
          customer_id: whole(),
          ...recordColumns(),
          assessment_id: uuid(),
          staff_id: uuid(),
          skill_id: uuid(),
          level: whole(),
          needed: whole(),
          criteria: json(),
          note: orNull(text(1000)),
          state: choice(),
          slot: text(40),
          outcome: orNull(choice()),
          assessed_by: orNull(uuid()),
          assessor_name: orNull(text(301)),
          assessed_on: orNull(day()),
          confirmed_at: orNull(instant()),
          confirmed_how: orNull(choice()),
          evidence_id: orNull(uuid()),
        },
        primary: ['customer_id', 'assessment_id'],
        unique: [['customer_id', 'staff_id', 'skill_id', 'level', 'slot']],
        index: [
          ['customer_id', 'staff_id', 'assessment_id'],
          ['customer_id', 'skill_id'],
        ],
        foreign: [
          { columns: ['customer_id', 'staff_id'], table: 'staff', onDelete: 'RESTRICT' },
          { columns: ['customer_id', 'skill_id'], table: 'skill', onDelete: 'RESTRICT' },
        ],
      },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['practical_assessment', 'skill_checklist']);
  }
}
