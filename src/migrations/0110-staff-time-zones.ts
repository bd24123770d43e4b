import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, createTables, dropColumn, dropTables, orNull, text, whole } from '../platform/database/table-words';

/** Time zones used by the staff of each organisation, and a copy of the staff member's time zone on the account. */
export class StaffTimeZones0110 implements MigrationInterface {
  name = 'StaffTimeZones0110_1763600000110';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'staff_time_zone',
        columns: { customer_id: whole(), time_zone: text(64) },
        primary: ['customer_id', 'time_zone'],
      },
    ]);
    await runner.query(
      'INSERT INTO staff_time_zone (customer_id, time_zone) SELECT DISTINCT customer_id, time_zone FROM staff WHERE time_zone IS NOT NULL',
    );
    await addColumn(runner, 'account', 'staff_time_zone', orNull(text(64)));
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumn(runner, 'account', 'staff_time_zone');
    await dropTables(runner, ['staff_time_zone']);
  }
}
