import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndex, dropIndex } from '../platform/database/table-words';

const BY_INVITATION = ['customer_id', 'status', 'invited_at'];

/** Index for the invitations that can still be accepted. */
export class StaffByInvitation0123 implements MigrationInterface {
  name = 'StaffByInvitation0123_1763600000123';

  async up(runner: QueryRunner): Promise<void> {
    await addIndex(runner, 'staff', BY_INVITATION);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, 'staff', BY_INVITATION);
  }
}
