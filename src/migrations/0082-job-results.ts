import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  addColumn,
  addIndex,
  allowNull,
  dropColumn,
  dropIndex,
  forbidNull,
  instant,
  json,
  orNull,
} from '../platform/database/table-words';

/** What the file is that a job made, how long it is kept, and that nobody may know how much there is to do. */
export class JobResults0082 implements MigrationInterface {
  name = 'JobResults0082_1763600000082';

  async up(runner: QueryRunner): Promise<void> {
    await allowNull(runner, 'job', 'total');
    await addColumn(runner, 'job', 'result', orNull(json()));
    await addColumn(runner, 'job', 'result_until', orNull(instant()));
    await addIndex(runner, 'job', ['customer_id', 'created_by', 'job_id']);
    await addIndex(runner, 'job', ['result_until']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, 'job', ['result_until']);
    await dropIndex(runner, 'job', ['customer_id', 'created_by', 'job_id']);
    await dropColumn(runner, 'job', 'result_until');
    await dropColumn(runner, 'job', 'result');
    await runner.query('UPDATE job SET total = done WHERE total IS NULL');
    await forbidNull(runner, 'job', 'total');
  }
}
