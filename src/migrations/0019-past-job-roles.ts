import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTables, day, dropTables, orNull, recordColumns, uuid, whole } from '../platform/database/table-words';

export class PastJobRoles0019 implements MigrationInterface {
  name = 'PastJobRoles0019_1763600000019';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'past_job_role',
        columns: {
          customer_id: whole(),
          staff_id: uuid(),
          to_date: day(),
          ...recordColumns(),
          job_role_id: orNull(uuid()),
        },
        primary: ['customer_id', 'staff_id', 'to_date'],
        index: [['customer_id', 'job_role_id']],
        foreign: [
          { columns: ['customer_id', 'staff_id'], table: 'staff', onDelete: 'RESTRICT' },
          { columns: ['customer_id', 'job_role_id'], table: 'job_role', onDelete: 'RESTRICT' },
        ],
      },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['past_job_role']);
  }
}
