import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  createTables,
  digest,
  dropTables,
  instant,
  json,
  orNull,
  recordColumns,
  text,
  uuid,
  whole,
} from '../platform/database/table-words';

export class ApiKeys0012 implements MigrationInterface {
  name = 'ApiKeys0012_1763600000012';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'api_key',
        columns: {
          customer_id: whole(),
          ...recordColumns(),
          api_key_id: uuid(),
          name: text(100),
          prefix: text(24),
          secret_digest: digest(32),
          scopes: json(),
          last_used_at: orNull(instant()),
          expires_at: orNull(instant()),
          revoked_at: orNull(instant()),
        },
        primary: ['customer_id', 'api_key_id'],
        unique: [['customer_id', 'secret_digest']],
      },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['api_key']);
  }
}
