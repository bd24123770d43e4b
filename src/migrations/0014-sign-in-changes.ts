import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTables, digest, dropTables, instant, orNull, text, uuid } from '../platform/database/table-words';

export class SignInChanges0014 implements MigrationInterface {
  name = 'SignInChanges0014_1763600000014';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'sign_in_change',
        columns: {
          change_id: uuid(),
          account_id: uuid(),
          open_of: orNull(uuid()),
          token_digest: digest(32),
          was_email: text(254),
          was_user_name: text(254),
          email: orNull(text(254)),
          user_name: orNull(text(254)),
          expires_at: instant(),
          ended_at: orNull(instant()),
          created_at: instant(),
        },
        primary: ['change_id'],
        unique: [['token_digest'], ['open_of']],
      },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['sign_in_change']);
  }
}
