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

/** The tables of src/platform. */
export class Platform0001 implements MigrationInterface {
  name = 'Platform0001_1770000000001';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'audit_event',
        columns: {
          audit_event_id: uuid(),
          customer_id: whole(),
          at: instant(),
          account_id: orNull(uuid()),
          role: text(24),
          action: text(80),
          subject_type: orNull(text(60)),
          subject_id: orNull(text(64)),
          was: orNull(json()),
          became: orNull(json()),
          request_id: orNull(text(64)),
          address: orNull(text(64)),
          api_key_id: orNull(uuid()),
        },
        primary: ['audit_event_id'],
        index: [
          ['customer_id', 'at'],
          ['at', 'audit_event_id'],
          ['customer_id', 'subject_id'],
          ['customer_id', 'audit_event_id'],
          ['customer_id', 'action', 'at', 'audit_event_id'],
          ['customer_id', 'account_id', 'at', 'audit_event_id'],
        ],
      },
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
        index: [
          ['status', 'next_at'],
          ['status', 'kind', 'next_at'],
        ],
      },
      {
        name: 'search_word',
        columns: { customer_id: whole(), kind: choice(), word: text(40), record_id: uuid() },
        primary: ['customer_id', 'kind', 'word', 'record_id'],
        index: [['customer_id', 'kind', 'record_id', 'word']],
      },
      {
        name: 'sweep_lease',
        columns: { name: choice(), settled_at: orNull(instant()), leased_until: instant() },
        primary: ['name'],
      },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, [
      'sweep_lease',
      'search_word',
      'outbox_mail',
      'throttle_counter',
      'audit_event',
    ]);
  }
}
