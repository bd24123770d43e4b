import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTables, dropTables, instant, text, whole } from '../platform/database/table-words';

/** Stored files that no row refers to yet. */
export class PendingFiles0127 implements MigrationInterface {
  name = 'PendingFiles0127_1763600000127';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'pending_file',
        columns: { customer_id: whole(), storage_key: text(255), created_at: instant(), expires_at: instant() },
        primary: ['customer_id', 'storage_key'],
        index: [['expires_at']],
      },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['pending_file']);
  }
}
