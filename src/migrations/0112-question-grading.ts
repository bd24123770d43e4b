import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, choice, dropColumn, otherwise } from '../platform/database/table-words';

/** Grading of multiple-choice questions; existing questions get the default. */
export class QuestionGrading0112 implements MigrationInterface {
  name = 'QuestionGrading0112_1763600000112';

  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'question', 'grading', otherwise(choice(), 'wrong_ticks_cost'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumn(runner, 'question', 'grading');
  }
}
