import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, dropColumn, orNull, text } from '../platform/database/table-words';

/** Which trace a job is a part of. */
export class JobTrace0084 implements MigrationInterface {
  name = 'JobTrace0084_1763600000084';

  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'job', 'trace', orNull(text(60)));
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumn(runner, 'job', 'trace');
  }
}
