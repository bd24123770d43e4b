import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndex, dropIndex } from '../platform/database/table-words';

const INDEXES: readonly (readonly [table: string, columns: readonly string[]])[] = [
  ['email_challenge', ['expires_at']],
  ['registration_ticket', ['expires_at']],
  ['password_link', ['expires_at']],
  ['sign_in_change', ['expires_at']],
  ['second_factor', ['status', 'expires_at']],
];

/** What has expired is found by its end, not by reading what has not. */
export class ExpiredByIndex0025 implements MigrationInterface {
  name = 'ExpiredByIndex0025_1763600000025';

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, columns] of INDEXES) await addIndex(runner, table, columns);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, columns] of INDEXES) await dropIndex(runner, table, columns);
  }
}
