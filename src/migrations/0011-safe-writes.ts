import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addDays, endOfDay } from '../platform/calendar';
import {
  addColumn,
  createTables,
  digest,
  dropColumn,
  dropTables,
  instant,
  longText,
  orNull,
  text,
  whole,
} from '../platform/database/table-words';

/** As the rule stood when this migration was written. */
const GRACE_DAYS = 7;

export class SafeWrites0011 implements MigrationInterface {
  name = 'SafeWrites0011_1763600000011';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'idempotency_key',
        columns: {
          customer_id: whole(),
          actor: text(64),
          idempotency_key: text(255),
          request_digest: digest(32),
          claim_owner: text(40),
          claimed_until: instant(),
          answer_status: orNull(whole()),
          answer_body: orNull(longText()),
          created_at: instant(),
        },
        primary: ['customer_id', 'actor', 'idempotency_key'],
        index: [['created_at']],
      },
    ]);
    await addColumn(runner, 'customer_state', 'writes_until', orNull(instant()));
    const terms = (await runner.query(
      `SELECT s.customer_id, s.subs_expiry_date, c.time_zone
       FROM subscriber s JOIN customer_state c ON c.customer_id = s.customer_id WHERE s.current_of IS NOT NULL`,
    )) as { customer_id: number; subs_expiry_date: string; time_zone: string }[];
    // One row at a time: the end is a question to each organisation's calendar, which SQL cannot answer.
    for (const { customer_id, subs_expiry_date, time_zone } of terms) {
      const writes_until = endOfDay(addDays(subs_expiry_date, GRACE_DAYS), time_zone);
      await runner.query('UPDATE customer_state SET writes_until = ? WHERE customer_id = ?', [
        writes_until,
        customer_id,
      ]);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumn(runner, 'customer_state', 'writes_until');
    await dropTables(runner, ['idempotency_key']);
  }
}
