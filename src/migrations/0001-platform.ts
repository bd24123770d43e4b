import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  choice,
  createTables,
  dropTables,
  instant,
  json,
  longText,
  nullable,
  varchar,
  uuid,
  integer,
} from '../infrastructure/database/table-builder';

/** The tables of src/platform. */
export class Platform0001 implements MigrationInterface {
  name = 'Platform0001_1770000000001';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'audit_event',
        columns: {
          audit_event_id: uuid(),
          customer_id: integer(),
          at: instant(),
          account_id: nullable(uuid()),
          role: varchar(24),
          action: varchar(80),
          subject_type: nullable(varchar(60)),
          subject_id: nullable(varchar(64)),
          was: nullable(json()),
          became: nullable(json()),
          request_id: nullable(varchar(64)),
          address: nullable(varchar(64)),
          api_key_id: nullable(uuid()),
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
          counter_key: varchar(96),
          window_start: instant(),
          count: integer(),
          lock_count: integer(),
          locked_until: instant(),
          last_subject: nullable(varchar(43)),
        },
        primary: ['counter_key'],
        index: [['window_start']],
      },
      {
        name: 'outbox_mail',
        columns: {
          mail_id: uuid(),
          customer_id: nullable(integer()),
          kind: varchar(60),
          recipient: varchar(254),
          facts: json(),
          once_key: nullable(varchar(160)),
          status: choice(),
          attempts: integer(),
          next_at: instant(),
          lease_owner: nullable(varchar(40)),
          leased_until: instant(),
          created_at: instant(),
          settled_at: nullable(instant()),
          last_error: nullable(varchar(200)),
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
        columns: { customer_id: integer(), kind: choice(), word: varchar(40), record_id: uuid() },
        primary: ['customer_id', 'kind', 'word', 'record_id'],
        index: [['customer_id', 'kind', 'record_id', 'word']],
      },
      {
        name: 'search_text',
        columns: { customer_id: integer(), kind: choice(), record_id: uuid(), words: longText() },
        primary: ['customer_id', 'kind', 'record_id'],
      },
      {
        name: 'sweep_lease',
        columns: { name: choice(), settled_at: nullable(instant()), leased_until: instant() },
        primary: ['name'],
      },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, [
      'sweep_lease',
      'search_text',
      'search_word',
      'outbox_mail',
      'throttle_counter',
      'audit_event',
    ]);
  }
}
