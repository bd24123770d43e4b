import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  createTables,
  dropTables,
  instant,
  longText,
  orNull,
  recordColumns,
  text,
  uuid,
  whole,
} from '../platform/database/table-words';

/** The tables of src/support. */
export class Support0006 implements MigrationInterface {
  name = 'Support0006_1770000000006';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'support_message',
        columns: {
          customer_id: whole(),
          ...recordColumns(),
          support_message_id: uuid(),
          account_id: uuid(),
          customer_name: orNull(text(200)),
          user_name: orNull(text(254)),
          reply_to: orNull(text(254)),
          subject: text(200),
          message: longText(),
          answered_at: orNull(instant()),
        },
        primary: ['customer_id', 'support_message_id'],
        index: [['support_message_id'], ['answered_at', 'support_message_id']],
      },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['support_message']);
  }
}
