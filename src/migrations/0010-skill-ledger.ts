import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  big,
  choice,
  createTables,
  day,
  dropTables,
  instant,
  orNull,
  recordColumns,
  text,
  uuid,
  whole,
  type ForeignSpec,
} from '../platform/database/table-words';

const staff: ForeignSpec = { columns: ['customer_id', 'staff_id'], table: 'staff', onDelete: 'RESTRICT' };
const skill: ForeignSpec = { columns: ['customer_id', 'skill_id'], table: 'skill', onDelete: 'RESTRICT' };

export class SkillLedger0010 implements MigrationInterface {
  name = 'SkillLedger0010_1763600000010';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'evidence',
        columns: {
          customer_id: whole(),
          staff_id: uuid(),
          skill_id: uuid(),
          effective_date: day(),
          evidence_id: uuid(),
          ...recordColumns(),
          kind: choice(),
          level: whole(),
          valid_until: orNull(day()),
          state: choice(),
          first_state: choice(),
          source_type: choice(),
          source_id: uuid(),
          training_id: orNull(uuid()),
          attempt_id: orNull(uuid()),
          score_correct: orNull(big()),
          score_total: orNull(big()),
          note: orNull(text(1000)),
          recorded_by: orNull(uuid()),
        },
        primary: ['customer_id', 'staff_id', 'skill_id', 'effective_date', 'evidence_id'],
        unique: [['customer_id', 'source_type', 'source_id', 'skill_id']],
        index: [
          ['customer_id', 'evidence_id'],
          ['customer_id', 'skill_id', 'effective_date'],
          ['customer_id', 'state', 'effective_date'],
        ],
        foreign: [staff, skill],
      },
      {
        name: 'evidence_event',
        columns: {
          customer_id: whole(),
          evidence_id: uuid(),
          evidence_event_id: uuid(),
          event: choice(),
          reason: orNull(text(500)),
          recorded_at: instant(),
          recorded_by: orNull(uuid()),
        },
        primary: ['customer_id', 'evidence_id', 'evidence_event_id'],
      },
      {
        name: 'skill_level_span',
        columns: {
          customer_id: whole(),
          staff_id: uuid(),
          skill_id: uuid(),
          from_date: day(),
          to_date: day(),
          level: whole(),
          held_level: whole(),
          cause: choice(),
          evidence_id: orNull(uuid()),
        },
        primary: ['customer_id', 'staff_id', 'skill_id', 'from_date'],
        index: [
          ['customer_id', 'skill_id', 'to_date', 'from_date', 'level', 'staff_id'],
          ['customer_id', 'to_date', 'from_date'],
        ],
      },
      {
        name: 'skill_target',
        columns: {
          customer_id: whole(),
          staff_id: uuid(),
          skill_id: uuid(),
          from_date: day(),
          target_id: uuid(),
          to_date: orNull(day()),
          level: whole(),
          reason: orNull(text(500)),
          ...recordColumns(),
        },
        primary: ['customer_id', 'staff_id', 'skill_id', 'from_date'],
        unique: [['customer_id', 'target_id']],
        index: [['customer_id', 'skill_id']],
        foreign: [staff, skill],
      },
      {
        name: 'role_target',
        columns: {
          customer_id: whole(),
          job_role_id: uuid(),
          skill_id: uuid(),
          from_date: day(),
          target_id: uuid(),
          to_date: orNull(day()),
          level: whole(),
          ...recordColumns(),
        },
        primary: ['customer_id', 'job_role_id', 'skill_id', 'from_date'],
        unique: [['customer_id', 'target_id']],
        index: [['customer_id', 'skill_id']],
        foreign: [{ columns: ['customer_id', 'job_role_id'], table: 'job_role', onDelete: 'RESTRICT' }, skill],
      },
      ...['revocation', 'exemption'].map((name) => ({
        name,
        columns: {
          customer_id: whole(),
          staff_id: uuid(),
          skill_id: uuid(),
          [`${name}_id`]: uuid(),
          from_date: day(),
          to_date: orNull(day()),
          reason: text(500),
          ...recordColumns(),
        },
        primary: ['customer_id', 'staff_id', 'skill_id', `${name}_id`],
        unique: [['customer_id', `${name}_id`]],
        index: [['customer_id', 'skill_id']],
        foreign: [staff, skill],
      })),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, [
      'exemption',
      'revocation',
      'role_target',
      'skill_target',
      'skill_level_span',
      'evidence_event',
      'evidence',
    ]);
  }
}
