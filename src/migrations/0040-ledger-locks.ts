import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTables, dropTables, uuid, whole } from '../platform/database/table-words';

export class LedgerLocks0040 implements MigrationInterface {
  name = 'LedgerLocks0040_1763600000040';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'ledger_lock',
        columns: { customer_id: whole(), holder_id: uuid(), taken: whole() },
        primary: ['customer_id', 'holder_id'],
      },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['ledger_lock']);
  }
}
