import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  big,
  choice,
  createTables,
  digest,
  dropTables,
  instant,
  longText,
  orNull,
  text,
  uuid,
  whole,
} from '../platform/database/table-words';

export class Passkeys0020 implements MigrationInterface {
  name = 'Passkeys0020_1763600000020';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'passkey',
        columns: {
          passkey_id: uuid(),
          customer_id: whole(),
          account_id: uuid(),
          credential_digest: digest(32),
          credential_id: longText(),
          public_key: longText(),
          counter: big(),
          transports: text(100),
          name: text(100),
          last_used_at: orNull(instant()),
          created_at: instant(),
        },
        primary: ['passkey_id'],
        unique: [['credential_digest']],
        index: [['account_id']],
      },
      {
        name: 'passkey_challenge',
        columns: {
          challenge_id: uuid(),
          purpose: choice(),
          account_id: orNull(uuid()),
          expires_at: instant(),
          created_at: instant(),
        },
        primary: ['challenge_id'],
        index: [['expires_at']],
      },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['passkey_challenge', 'passkey']);
  }
}
