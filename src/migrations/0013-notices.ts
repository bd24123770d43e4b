import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  choice,
  createTables,
  day,
  dropTables,
  instant,
  json,
  orNull,
  recordColumns,
  text,
  uuid,
  whole,
} from '../platform/database/table-words';

/** The tables of src/notices. */
export class Notices0013 implements MigrationInterface {
  name = 'Notices0013_1770000000013';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'notice',
        columns: {
          customer_id: whole(),
          notice_id: uuid(),
          staff_id: uuid(),
          kind: choice(),
          subject: text(73),
          channel: choice(),
          day: day(),
          detail: orNull(choice()),
          assignment_id: orNull(uuid()),
          attempt_id: orNull(uuid()),
          training_id: orNull(uuid()),
          skill_id: orNull(uuid()),
          about_id: orNull(uuid()),
          state: choice(),
          mailed_on: orNull(day()),
          read_at: orNull(instant()),
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
          customer_id: whole(),
          ...recordColumns(),
          due_soon_days: whole(),
          expiring_days: whole(),
          rules: json(),
        },
        primary: ['customer_id'],
      },
      {
        name: 'notice_refusal',
        columns: { customer_id: whole(), staff_id: uuid(), refused: json() },
        primary: ['customer_id', 'staff_id'],
      },
      {
        name: 'notice_mail',
        columns: {
          customer_id: whole(),
          notice_mail_id: uuid(),
          staff_id: uuid(),
          day: day(),
          address: text(254),
          kinds: text(200),
          state: choice(),
          created_at: instant(),
          settled_at: orNull(instant()),
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
        columns: { customer_id: whole(), made_on: day() },
        primary: ['customer_id'],
      },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['notice_day', 'notice_mail', 'notice_refusal', 'notice_settings', 'notice']);
  }
}
