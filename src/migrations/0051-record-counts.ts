import type { MigrationInterface, QueryRunner } from 'typeorm';
import { choice, createTables, dropTables, whole } from '../platform/database/table-words';

/** What is counted: by the kind of record its table. */
const COUNTED = [
  ['staff', 'staff'],
  ['skills', 'skill'],
  ['trainings', 'training'],
] as const;

export class RecordCounts0051 implements MigrationInterface {
  name = 'RecordCounts0051_1763600000051';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'record_count',
        columns: { customer_id: whole(), kind: choice(), status: choice(), amount: whole() },
        primary: ['customer_id', 'kind', 'status'],
      },
    ]);
    // Begun before and not finished: from the beginning.
    await runner.query('DELETE FROM record_count');
    for (const [kind, table] of COUNTED)
      await runner.query(
        `INSERT INTO record_count (customer_id, kind, status, amount)
         SELECT customer_id, '${kind}', status, COUNT(*) FROM ${table} GROUP BY customer_id, status`,
      );
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['record_count']);
  }
}
