import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  addIndex,
  choice,
  createTables,
  day,
  dropIndex,
  dropTables,
  instant,
  json,
  orNull,
  text,
  whole,
} from '../platform/database/table-words';

/** What changed lately is found by its instant, over all organisations; the days it lies in are counted by index alone. */
const INDEXES: readonly (readonly [table: string, columns: readonly string[]])[] = [
  ['training_assignment', ['updated_at', 'customer_id', 'created_at', 'completed_at']],
  ['training_assignment', ['customer_id', 'created_at', 'state']],
  ['attempt', ['updated_at', 'customer_id', 'started_at']],
];

/** Empty at first: whoever is not counted yet is counted by the sweeper, and the dashboard says so meanwhile. */
export class DailyTotals0053 implements MigrationInterface {
  name = 'DailyTotals0053_1763600000053';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'daily_total',
        columns: { customer_id: whole(), kind: choice(), day: day(), status: choice(), amount: whole() },
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
      {
        name: 'totals_sweep',
        columns: { name: choice(), settled_at: orNull(instant()), leased_until: instant() },
        primary: ['name'],
      },
    ]);
    for (const [table, columns] of INDEXES) await addIndex(runner, table, columns);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, columns] of INDEXES) await dropIndex(runner, table, columns);
    await dropTables(runner, ['totals_sweep', 'totals_state', 'daily_total']);
  }
}
