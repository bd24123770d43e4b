import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, dropColumn, otherwise, whole } from '../platform/database/table-words';

/** Attempts that one person gets beyond those that the quiz allows. */
export class ExtraAttempts0113 implements MigrationInterface {
  name = 'ExtraAttempts0113_1763600000113';

  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'training_assignment', 'extra_attempts', otherwise(whole(), '0'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumn(runner, 'training_assignment', 'extra_attempts');
  }
}
