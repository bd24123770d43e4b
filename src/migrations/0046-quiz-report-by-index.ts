import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, addIndex, dropColumn, dropIndex, orNull, whole } from '../platform/database/table-words';

/** All that were submitted and one training's by their day, and a pair's: its pages, and which is the latest or the best. */
const BY_DAY = [
  ['customer_id', 'status', 'submitted_at', 'attempt_id'],
  ['customer_id', 'status', 'training_id', 'submitted_at', 'attempt_id'],
  ['customer_id', 'staff_id', 'training_id', 'submitted_at'],
];

/** The version's null, as older rows have it, is 0. */
export class QuizReportByIndex0046 implements MigrationInterface {
  name = 'QuizReportByIndex0046_1763600000046';

  async up(runner: QueryRunner): Promise<void> {
    for (const columns of BY_DAY) await addIndex(runner, 'attempt', columns);
    await addColumn(runner, 'customer_state', 'attempt_version', orNull(whole()));
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumn(runner, 'customer_state', 'attempt_version');
    for (const columns of BY_DAY.toReversed()) await dropIndex(runner, 'attempt', columns);
  }
}
