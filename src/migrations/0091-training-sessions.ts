import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  choice,
  createTables,
  dropTables,
  instant,
  orNull,
  recordColumns,
  text,
  uuid,
  whole,
} from '../platform/database/table-words';

/** Sessions of classroom trainings, and who is in them. */
export class TrainingSessions0091 implements MigrationInterface {
  name = 'TrainingSessions0091_1763600000091';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'training_session',
        columns: {
          customer_id: whole(),
          ...recordColumns(),
          session_id: uuid(),
          training_id: uuid(),
          starts_at: instant(),
          ends_at: instant(),
          training_location_id: orNull(uuid()),
          online_url: orNull(text(2000)),
          seats: orNull(whole()),
          seats_left: whole(),
          turn: whole(),
          trainer_id: orNull(uuid()),
          note: orNull(text(1000)),
          status: choice(),
        },
        primary: ['customer_id', 'session_id'],
        index: [
          ['customer_id', 'starts_at', 'session_id'],
          ['customer_id', 'training_id', 'starts_at', 'session_id'],
          ['customer_id', 'training_location_id', 'starts_at', 'session_id'],
          ['customer_id', 'trainer_id', 'starts_at', 'session_id'],
          ['customer_id', 'status', 'starts_at', 'session_id'],
        ],
        foreign: [
          { columns: ['customer_id', 'training_id'], table: 'training', onDelete: 'RESTRICT' },
          { columns: ['customer_id', 'training_location_id'], table: 'training_location', onDelete: 'RESTRICT' },
          {
            columns: ['customer_id', 'trainer_id'],
            references: ['customer_id', 'staff_id'],
            table: 'staff',
            onDelete: 'RESTRICT',
          },
        ],
      },
      {
        name: 'session_booking',
        columns: {
          customer_id: whole(),
          ...recordColumns(),
          booking_id: uuid(),
          session_id: uuid(),
          training_id: uuid(),
          staff_id: uuid(),
          assignment_id: uuid(),
          state: choice(),
          asked_at: instant(),
          attended_at: orNull(instant()),
        },
        primary: ['customer_id', 'booking_id'],
        unique: [['customer_id', 'session_id', 'staff_id']],
        index: [
          ['customer_id', 'session_id', 'asked_at', 'booking_id'],
          ['customer_id', 'session_id', 'state', 'asked_at', 'booking_id'],
          ['customer_id', 'staff_id', 'asked_at', 'booking_id'],
          ['customer_id', 'training_id', 'asked_at', 'booking_id'],
          ['customer_id', 'state', 'asked_at', 'booking_id'],
          ['customer_id', 'asked_at', 'booking_id'],
          ['customer_id', 'assignment_id'],
        ],
        foreign: [
          { columns: ['customer_id', 'session_id'], table: 'training_session', onDelete: 'RESTRICT' },
          { columns: ['customer_id', 'training_id'], table: 'training', onDelete: 'RESTRICT' },
          { columns: ['customer_id', 'staff_id'], table: 'staff', onDelete: 'RESTRICT' },
        ],
      },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['session_booking', 'training_session']);
  }
}
