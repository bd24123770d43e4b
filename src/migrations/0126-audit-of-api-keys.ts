import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, dropColumn, orNull, uuid } from '../platform/database/table-words';

/** Which API key acted: keys import since now. */
export class AuditOfApiKeys0126 implements MigrationInterface {
  name = 'AuditOfApiKeys0126_1763600000126';

  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'audit_event', 'api_key_id', orNull(uuid()));
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumn(runner, 'audit_event', 'api_key_id');
  }
}
