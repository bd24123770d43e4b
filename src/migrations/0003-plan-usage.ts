import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTables, dropTables, whole } from '../platform/database/table-words';

export class PlanUsage0003 implements MigrationInterface {
  name = 'PlanUsage0003_1763600000003';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'plan_usage',
        columns: {
          customer_id: whole(),
          staff_used: whole(),
          staff_limit: whole(),
          training_used: whole(),
          training_limit: whole(),
        },
        primary: ['customer_id'],
      },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['plan_usage']);
  }
}
