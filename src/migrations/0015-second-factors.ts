import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  addColumn,
  choice,
  createTables,
  digest,
  dropColumn,
  dropTables,
  instant,
  orNull,
  uuid,
  whole,
} from '../platform/database/table-words';

export class SecondFactors0015 implements MigrationInterface {
  name = 'SecondFactors0015_1763600000015';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'second_factor',
        columns: {
          second_factor_id: uuid(),
          customer_id: whole(),
          account_id: uuid(),
          status: choice(),
          last_step: whole(),
          confirmed_at: orNull(instant()),
          codes_made_at: orNull(instant()),
          expires_at: orNull(instant()),
          created_at: instant(),
        },
        primary: ['second_factor_id'],
        unique: [['account_id', 'status']],
      },
      {
        name: 'recovery_code',
        columns: {
          account_id: uuid(),
          code_digest: digest(32),
          customer_id: whole(),
          used_at: orNull(instant()),
          created_at: instant(),
        },
        primary: ['account_id', 'code_digest'],
      },
    ]);
    await addColumn(runner, 'session', 'second_factor', orNull(choice()));
    await addColumn(runner, 'customer_state', 'second_factor_required_since', orNull(instant()));
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumn(runner, 'customer_state', 'second_factor_required_since');
    await dropColumn(runner, 'session', 'second_factor');
    await dropTables(runner, ['recovery_code', 'second_factor']);
  }
}
