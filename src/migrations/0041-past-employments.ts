import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTables, day, dropTables, recordColumns, uuid, whole } from '../platform/database/table-words';

export class PastEmployments0041 implements MigrationInterface {
  name = 'PastEmployments0041_1763600000041';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'past_employment',
        columns: { customer_id: whole(), staff_id: uuid(), from_date: day(), ...recordColumns(), to_date: day() },
        primary: ['customer_id', 'staff_id', 'from_date'],
        foreign: [{ columns: ['customer_id', 'staff_id'], table: 'staff', onDelete: 'RESTRICT' }],
      },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['past_employment']);
  }
}
