import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  bigint,
  choice,
  createTables,
  day,
  binary,
  dropTables,
  instant,
  json,
  nullable,
  recordColumns,
  varchar,
  uuid,
  integer,
  type ForeignKeySpec,
} from '../infrastructure/database/table-builder';

const staff: ForeignKeySpec = { columns: ['customer_id', 'staff_id'], table: 'staff' };
const skill: ForeignKeySpec = { columns: ['customer_id', 'skill_id'], table: 'skill' };

/** The tables of src/assessments. */
export class Assessments0010 implements MigrationInterface {
  name = 'Assessments0010_1770000000010';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'evidence_proof',
        columns: {
          customer_id: integer(),
          ...recordColumns(),
          proof_id: uuid(),
          evidence_id: uuid(),
          staff_id: uuid(),
          format: choice(),
          name: varchar(255),
          bytes: bigint(),
          digest: binary(32),
          added_by: nullable(uuid()),
        },
        primary: ['customer_id', 'proof_id'],
        unique: [['customer_id', 'evidence_id', 'digest']],
        index: [['customer_id', 'staff_id']],
        foreign: [staff],
      },
      {
        name: 'skill_checklist',
        columns: {
          customer_id: integer(),
          ...recordColumns(),
          skill_id: uuid(),
          level: integer(),
          needed: integer(),
          criteria: json(),
        },
        primary: ['customer_id', 'skill_id', 'level'],
        foreign: [skill],
      },
      {
        name: 'practical_assessment',
        columns: {
          customer_id: integer(),
          ...recordColumns(),
          assessment_id: uuid(),
          staff_id: uuid(),
          skill_id: uuid(),
          level: integer(),
          needed: integer(),
          criteria: json(),
          note: nullable(varchar(1000)),
          state: choice(),
          slot: varchar(40),
          outcome: nullable(choice()),
          assessed_by: nullable(uuid()),
          assessor_name: nullable(varchar(301)),
          assessed_on: nullable(day()),
          confirmed_at: nullable(instant()),
          confirmed_how: nullable(choice()),
          evidence_id: nullable(uuid()),
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
