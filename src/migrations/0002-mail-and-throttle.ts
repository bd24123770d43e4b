import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  choice,
  createTables,
  dropTables,
  instant,
  json,
  orNull,
  text,
  uuid,
  whole,
} from '../platform/database/table-words';

export class MailAndThrottle0002 implements MigrationInterface {
  name = 'MailAndThrottle0002_1763600000002';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'throttle_counter',
        columns: {
          counter_key: text(96),
          window_start: instant(),
          count: whole(),
          lock_count: whole(),
          locked_until: instant(),
          last_subject: orNull(text(43)),
        },
        primary: ['counter_key'],
        index: [['window_start']],
      },
      {
        name: 'outbox_mail',
        columns: {
          mail_id: uuid(),
          customer_id: orNull(whole()),
          kind: text(60),
          recipient: text(254),
          facts: json(),
          once_key: orNull(text(160)),
          status: choice(),
          attempts: whole(),
          next_at: instant(),
          lease_owner: orNull(text(40)),
          leased_until: instant(),
          created_at: instant(),
          settled_at: orNull(instant()),
          last_error: orNull(text(200)),
        },
        primary: ['mail_id'],
        unique: [['once_key']],
        index: [['status', 'next_at']],
      },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['outbox_mail', 'throttle_counter']);
  }
}
