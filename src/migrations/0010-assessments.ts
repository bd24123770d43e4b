import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  big,
  choice,
  createTables,
  day,
  digest,
  dropTables,
  instant,
  json,
  orNull,
  recordColumns,
  text,
  uuid,
  whole,
  type ForeignSpec,
} from '../platform/database/table-words';

const staff: ForeignSpec = { columns: ['customer_id', 'staff_id'], table: 'staff' };
const skill: ForeignSpec = { columns: ['customer_id', 'skill_id'], table: 'skill' };

/** The tables of src/assessments. */
export class Assessments0010 implements MigrationInterface {
  name = 'Assessments0010_1770000000010';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'evidence_proof',
        columns: {
          customer_id: whole(),
          ...recordColumns(),
          proof_id: uuid(),
          evidence_id: uuid(),
          staff_id: uuid(),
          format: choice(),
          name: text(255),
          bytes: big(),
          digest: digest(32),
          added_by: orNull(uuid()),
        },
        primary: ['customer_id', 'proof_id'],
        unique: [['customer_id', 'evidence_id', 'digest']],
        index: [['customer_id', 'staff_id']],
        foreign: [staff],
      },
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
        foreign: [skill],
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
        foreign: [staff, skill],
      },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['practical_assessment', 'skill_checklist', 'evidence_proof']);
  }
}
