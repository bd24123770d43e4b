import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  choice,
  createTables,
  day,
  dropTables,
  instant,
  json,
  nullable,
  recordColumns,
  varchar,
  uuid,
  integer,
} from '../infrastructure/database/table-builder';

/** The tables of src/notices. */
export class Notices0013 implements MigrationInterface {
  name = 'Notices0013_1770000000013';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'notice',
        columns: {
          customer_id: integer(),
          notice_id: uuid(),
          staff_id: uuid(),
          kind: choice(),
          subject: varchar(73),
          channel: choice(),
          day: day(),
          detail: nullable(choice()),
          assignment_id: nullable(uuid()),
          attempt_id: nullable(uuid()),
          training_id: nullable(uuid()),
          skill_id: nullable(uuid()),
          about_id: nullable(uuid()),
          state: choice(),
          mailed_on: nullable(day()),
          read_at: nullable(instant()),
          created_at: instant(),
        },
        primary: ['customer_id', 'notice_id'],
        unique: [['customer_id', 'staff_id', 'kind', 'subject', 'channel', 'day']],
        index: [
          ['customer_id', 'staff_id', 'channel', 'notice_id'],
          ['customer_id', 'staff_id', 'mailed_on', 'notice_id'],
          ['customer_id', 'state', 'staff_id'],
          ['customer_id', 'created_at'],
        ],
      },
      {
        name: 'notice_settings',
        columns: {
          customer_id: integer(),
          ...recordColumns(),
          due_soon_days: integer(),
          expiring_days: integer(),
          rules: json(),
        },
        primary: ['customer_id'],
      },
      {
        name: 'notice_refusal',
        columns: { customer_id: integer(), staff_id: uuid(), refused: json() },
        primary: ['customer_id', 'staff_id'],
      },
      {
        name: 'notice_mail',
        columns: {
          customer_id: integer(),
          notice_mail_id: uuid(),
          staff_id: uuid(),
          day: day(),
          address: varchar(254),
          kinds: varchar(200),
          state: choice(),
          created_at: instant(),
          settled_at: nullable(instant()),
        },
        primary: ['customer_id', 'notice_mail_id'],
        unique: [['customer_id', 'staff_id', 'day']],
        index: [
          ['customer_id', 'state', 'notice_mail_id'],
          ['customer_id', 'created_at'],
        ],
      },
      {
        name: 'notice_day',
        columns: { customer_id: integer(), made_on: day() },
        primary: ['customer_id'],
      },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['notice_day', 'notice_mail', 'notice_refusal', 'notice_settings', 'notice']);
  }
}
