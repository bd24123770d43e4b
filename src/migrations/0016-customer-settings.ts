import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  addColumn,
  choice,
  createTables,
  dropColumn,
  dropTables,
  instant,
  orNull,
  recordColumns,
  whole,
} from '../platform/database/table-words';

export class CustomerSettings0016 implements MigrationInterface {
  name = 'CustomerSettings0016_1763600000016';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'customer_settings',
        columns: { customer_id: whole(), ...recordColumns(), default_language: choice() },
        primary: ['customer_id'],
      },
    ]);
    await addColumn(runner, 'support_message', 'answered_at', orNull(instant()));
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumn(runner, 'support_message', 'answered_at');
    await dropTables(runner, ['customer_settings']);
  }
}
