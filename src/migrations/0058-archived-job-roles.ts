import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, addIndex, choice, dropColumn, dropIndex, otherwise } from '../platform/database/table-words';

/** A job role that history names cannot be deleted: it is archived. */
export class ArchivedJobRoles0058 implements MigrationInterface {
  name = 'ArchivedJobRoles0058_1763600000058';

  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'job_role', 'status', otherwise(choice(), 'active'));
    await addIndex(runner, 'job_role', ['customer_id', 'status', 'job_role_id']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, 'job_role', ['customer_id', 'status', 'job_role_id']);
    await dropColumn(runner, 'job_role', 'status');
  }
}
