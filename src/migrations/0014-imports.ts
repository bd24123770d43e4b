import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  choice,
  createTables,
  dropTables,
  instant,
  json,
  orNull,
  recordColumns,
  text,
  uuid,
  whole,
} from '../platform/database/table-words';

/** The tables of src/imports. */
export class Imports0014 implements MigrationInterface {
  name = 'Imports0014_1770000000014';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'import_file',
        columns: {
          customer_id: whole(),
          ...recordColumns(),
          import_id: uuid(),
          resource: choice(),
          file_name: text(255),
          row_count: whole(),
          columns: json(),
          counts: orNull(json()),
          check_id: orNull(uuid()),
          job_id: orNull(uuid()),
          created_by: orNull(uuid()),
          expires_at: instant(),
          options: orNull(json()),
          missing: orNull(json()),
        },
        primary: ['customer_id', 'import_id'],
        index: [['customer_id', 'resource', 'import_id'], ['expires_at']],
      },
      {
        name: 'import_row',
        columns: {
          customer_id: whole(),
          import_id: uuid(),
          row_no: whole(),
          place: whole(),
          cells: json(),
          given: orNull(json()),
          outcome: orNull(choice()),
          changes: orNull(json()),
          reasons: orNull(json()),
          was: orNull(json()),
        },
        primary: ['customer_id', 'import_id', 'row_no'],
        index: [
          ['customer_id', 'import_id', 'place'],
          ['customer_id', 'import_id', 'outcome', 'row_no'],
        ],
      },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['import_row', 'import_file']);
  }
}
