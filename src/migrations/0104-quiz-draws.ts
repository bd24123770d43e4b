import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  addColumn,
  addIndex,
  choice,
  createTables,
  dropColumn,
  dropIndex,
  dropTables,
  orNull,
  text,
  uuid,
  whole,
} from '../platform/database/table-words';

const BY_DIFFICULTY = ['customer_id', 'difficulty', 'question_id'];

/** Places of a quiz that are filled when somebody begins, from the questions of a tag, a skill, a difficulty. */
export class QuizDraws0104 implements MigrationInterface {
  name = 'QuizDraws0104_1763600000104';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'quiz_draw',
        columns: {
          customer_id: whole(),
          quiz_id: uuid(),
          slot: whole(),
          draw_count: whole(),
          points: whole(),
          tag: orNull(text(100)),
          tag_sort: orNull(text(100)),
          skill_id: orNull(uuid()),
          difficulty: orNull(choice()),
        },
        primary: ['customer_id', 'quiz_id', 'slot'],
        index: [['customer_id', 'skill_id']],
        foreign: [
          { columns: ['customer_id', 'quiz_id'], table: 'quiz', onDelete: 'RESTRICT' },
          { columns: ['customer_id', 'skill_id'], table: 'skill', onDelete: 'RESTRICT' },
        ],
      },
    ]);
    await addColumn(runner, 'question', 'difficulty', orNull(choice()));
    await addIndex(runner, 'question', BY_DIFFICULTY);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, 'question', BY_DIFFICULTY);
    await dropColumn(runner, 'question', 'difficulty');
    await dropTables(runner, ['quiz_draw']);
  }
}
