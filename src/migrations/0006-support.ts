import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  createTables,
  dropTables,
  instant,
  longText,
  nullable,
  recordColumns,
  varchar,
  uuid,
  integer,
} from '../infrastructure/database/table-builder';

/** The tables of src/support. */
export class Support0006 implements MigrationInterface {
  name = 'Support0006_1770000000006';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'support_message',
        columns: {
          customer_id: integer(),
          ...recordColumns(),
          support_message_id: uuid(),
          account_id: uuid(),
          customer_name: nullable(varchar(200)),
          user_name: nullable(varchar(254)),
          reply_to: nullable(varchar(254)),
          subject: varchar(200),
          message: longText(),
          answered_at: nullable(instant()),
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
