import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, addUnique, digest, dropColumn, dropIndex, orNull, whole } from '../platform/database/table-words';

/** Of what an account may have a few of at a time: which of its places a job has, and what was asked; both while it is open. */
export class JobPlaces0083 implements MigrationInterface {
  name = 'JobPlaces0083_1763600000083';

  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'job', 'place', orNull(whole()));
    await addColumn(runner, 'job', 'question', orNull(digest(32)));
    await addUnique(runner, 'job', ['customer_id', 'created_by', 'place']);
    await addUnique(runner, 'job', ['customer_id', 'question']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, 'job', ['customer_id', 'question']);
    await dropIndex(runner, 'job', ['customer_id', 'created_by', 'place']);
    await dropColumn(runner, 'job', 'question');
    await dropColumn(runner, 'job', 'place');
  }
}
