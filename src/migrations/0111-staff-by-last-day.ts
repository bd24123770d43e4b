import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, addIndex, day, dropColumn, dropIndex, orNull } from '../platform/database/table-words';

const BY_LAST_DAY = ['customer_id', 'status', 'last_active_day'];

/** Index for due planned leavings, and a copy of the last day of employment on the account. */
export class StaffByLastDay0111 implements MigrationInterface {
  name = 'StaffByLastDay0111_1763600000111';

  async up(runner: QueryRunner): Promise<void> {
    await addIndex(runner, 'staff', BY_LAST_DAY);
    await addColumn(runner, 'account', 'last_active_day', orNull(day()));
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumn(runner, 'account', 'last_active_day');
    await dropIndex(runner, 'staff', BY_LAST_DAY);
  }
}
