import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  choice,
  createTables,
  digest,
  dropTables,
  instant,
  json,
  orNull,
  text,
  uuid,
  whole,
} from '../platform/database/table-words';

export class Tenancy0001 implements MigrationInterface {
  name = 'Tenancy0001_1763600000001';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'customer_state',
        columns: {
          customer_id: whole(),
          time_zone: text(64),
          financial_year_start_month: whole(),
          matrix_version: whole(),
          status: choice(),
        },
        primary: ['customer_id'],
      },
      {
        name: 'session',
        columns: {
          session_id: uuid(),
          customer_id: whole(),
          account_id: uuid(),
          staff_id: orNull(uuid()),
          kind: choice(),
          role: choice(),
          eid: text(64),
          surface: choice(),
          authenticated_at: instant(),
          last_seen_at: instant(),
          expires_at: instant(),
          ended_at: orNull(instant()),
          ended_why: orNull(choice()),
          refresh_digest: orNull(digest(32)),
          previous_digest: orNull(digest(32)),
          rotated_at: orNull(instant()),
          address: text(64),
          user_agent: text(300),
          created_at: instant(),
        },
        primary: ['session_id'],
        index: [['customer_id', 'account_id']],
      },
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
        },
        primary: ['audit_event_id'],
        index: [['customer_id', 'at']],
      },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['audit_event', 'session', 'customer_state']);
  }
}
