import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  choice,
  createTables,
  day,
  dropTables,
  flag,
  instant,
  json,
  orNull,
  recordColumns,
  text,
  uuid,
  whole,
} from '../platform/database/table-words';

export class Assignments0009 implements MigrationInterface {
  name = 'Assignments0009_1763600000009';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'training_assignment',
        columns: {
          customer_id: whole(),
          ...recordColumns(),
          assignment_id: uuid(),
          staff_id: uuid(),
          training_id: uuid(),
          cycle: whole(),
          source: choice(),
          state: choice(),
          mandatory: flag(),
          assigned_on: day(),
          due_on: orNull(day()),
          started_at: orNull(instant()),
          completed_at: orNull(instant()),
          removed_at: orNull(instant()),
          removed_reason: orNull(text(500)),
        },
        primary: ['customer_id', 'assignment_id'],
        unique: [['customer_id', 'staff_id', 'training_id', 'cycle']],
        index: [
          ['customer_id', 'training_id'],
          ['customer_id', 'assigned_on', 'assignment_id'],
          ['customer_id', 'state', 'due_on'],
        ],
        foreign: [
          { columns: ['customer_id', 'staff_id'], table: 'staff', onDelete: 'RESTRICT' },
          { columns: ['customer_id', 'training_id'], table: 'training', onDelete: 'RESTRICT' },
        ],
      },
      {
        name: 'video_progress',
        columns: {
          customer_id: whole(),
          ...recordColumns(),
          assignment_id: uuid(),
          staff_id: uuid(),
          training_id: uuid(),
          watched_ranges: json(),
          duration_ms: whole(),
          watched_ms: whole(),
          position_ms: whole(),
          best_speed: whole(),
          spare_ms: whole(),
          linked_at: instant(),
          beat_at: orNull(instant()),
          completed_at: orNull(instant()),
        },
        primary: ['customer_id', 'assignment_id'],
        index: [['customer_id', 'staff_id']],
      },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['video_progress', 'training_assignment']);
  }
}
