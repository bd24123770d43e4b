import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndex, dropIndex } from '../platform/database/table-words';

const BY_ACCOUNT = ['customer_id', 'status', 'account_role', 'staff_id'];

/** Index for the people without an account. */
export class StaffByAccount0124 implements MigrationInterface {
  name = 'StaffByAccount0124_1763600000124';

  async up(runner: QueryRunner): Promise<void> {
    await addIndex(runner, 'staff', BY_ACCOUNT);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, 'staff', BY_ACCOUNT);
  }
}
