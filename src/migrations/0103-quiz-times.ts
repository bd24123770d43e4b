import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  addColumn,
  createTables,
  dropColumn,
  dropTables,
  instant,
  orNull,
  text,
  uuid,
  whole,
} from '../platform/database/table-words';

/** Minutes more for one person at one quiz, and minutes in which what is saved may still be handed in. */
export class QuizTimes0103 implements MigrationInterface {
  name = 'QuizTimes0103_1763600000103';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'quiz_extra_time',
        columns: {
          customer_id: whole(),
          quiz_id: uuid(),
          staff_id: uuid(),
          minutes: whole(),
          reason: text(500),
          given_at: instant(),
          given_by: orNull(uuid()),
        },
        primary: ['customer_id', 'quiz_id', 'staff_id'],
        index: [['customer_id', 'staff_id']],
        foreign: [
          { columns: ['customer_id', 'quiz_id'], table: 'quiz', onDelete: 'RESTRICT' },
          { columns: ['customer_id', 'staff_id'], table: 'staff', onDelete: 'RESTRICT' },
        ],
      },
    ]);
    await addColumn(runner, 'quiz', 'grace_minutes', orNull(whole()));
    await addColumn(runner, 'attempt', 'extra_minutes', orNull(whole()));
    await addColumn(runner, 'attempt', 'grace_minutes', orNull(whole()));
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumn(runner, 'attempt', 'grace_minutes');
    await dropColumn(runner, 'attempt', 'extra_minutes');
    await dropColumn(runner, 'quiz', 'grace_minutes');
    await dropTables(runner, ['quiz_extra_time']);
  }
}
