import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, dropColumn, instant, orNull } from '../platform/database/table-words';

export class SessionsOfAPassword0021 implements MigrationInterface {
  name = 'SessionsOfAPassword0021_1763600000021';

  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'session', 'password_set_at', orNull(instant()));
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumn(runner, 'session', 'password_set_at');
  }
}
