import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, dropColumn, json, orNull } from '../platform/database/table-words';

/** What is typed and what is matched, beside what is chosen. */
export class GivenAnswers0102 implements MigrationInterface {
  name = 'GivenAnswers0102_1763600000102';

  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'attempt_answer', 'given', orNull(json()));
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumn(runner, 'attempt_answer', 'given');
  }
}
