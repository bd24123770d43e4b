import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  choice,
  createTables,
  dropTables,
  orNull,
  recordColumns,
  text,
  uuid,
  whole,
} from '../platform/database/table-words';

export class TrainingLocations0065 implements MigrationInterface {
  name = 'TrainingLocations0065_1763600000065';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'training_location',
        columns: {
          customer_id: whole(),
          ...recordColumns(),
          training_location_id: uuid(),
          code: text(40),
          code_key: text(40),
          name: text(100),
          name_key: text(100),
          name_sort: text(100),
          address: orNull(text(300)),
          seats: orNull(whole()),
          status: choice(),
        },
        primary: ['customer_id', 'training_location_id'],
        unique: [
          ['customer_id', 'code_key'],
          ['customer_id', 'name_key'],
        ],
        index: [
          ['customer_id', 'name_sort', 'training_location_id'],
          ['customer_id', 'seats', 'training_location_id'],
          ['customer_id', 'status', 'training_location_id'],
        ],
      },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['training_location']);
  }
}
