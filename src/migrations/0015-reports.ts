import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  choice,
  createTables,
  day,
  dropTables,
  instant,
  json,
  orNull,
  text,
  whole,
} from '../platform/database/table-words';

/** The tables of src/reports. */
export class Reports0015 implements MigrationInterface {
  name = 'Reports0015_1770000000015';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'daily_total',
        columns: {
          customer_id: whole(),
          kind: choice(),
          day: day(),
          status: choice(),
          amount: whole(),
        },
        primary: ['customer_id', 'kind', 'day', 'status'],
      },
      {
        name: 'totals_state',
        columns: {
          customer_id: whole(),
          time_zone: text(64),
          standing: json(),
          recounted_at: orNull(instant()),
          settled: whole(),
        },
        primary: ['customer_id'],
      },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['totals_state', 'daily_total']);
  }
}
