import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  addColumn,
  choice,
  createTables,
  dropColumn,
  dropTables,
  instant,
  orNull,
  otherwise,
  recordColumns,
  text,
  uuid,
  whole,
} from '../platform/database/table-words';

/** Whether learners choose a training themselves, and who has asked for one. */
export class Enrolments0105 implements MigrationInterface {
  name = 'Enrolments0105_1763600000105';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'enrolment_request',
        columns: {
          customer_id: whole(),
          ...recordColumns(),
          enrolment_request_id: uuid(),
          training_id: uuid(),
          staff_id: uuid(),
          state: choice(),
          asked_at: instant(),
          decided_at: orNull(instant()),
          decided_by: orNull(uuid()),
          decision_reason: orNull(text(500)),
        },
        primary: ['customer_id', 'enrolment_request_id'],
        unique: [['customer_id', 'training_id', 'staff_id']],
        index: [
          ['customer_id', 'asked_at', 'enrolment_request_id'],
          ['customer_id', 'training_id', 'asked_at', 'enrolment_request_id'],
          ['customer_id', 'staff_id', 'asked_at', 'enrolment_request_id'],
          ['customer_id', 'state', 'asked_at', 'enrolment_request_id'],
        ],
        foreign: [
          { columns: ['customer_id', 'training_id'], table: 'training', onDelete: 'RESTRICT' },
          { columns: ['customer_id', 'staff_id'], table: 'staff', onDelete: 'RESTRICT' },
        ],
      },
    ]);
    await addColumn(runner, 'training', 'enrolment', otherwise(choice(), 'none'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumn(runner, 'training', 'enrolment');
    await dropTables(runner, ['enrolment_request']);
  }
}
