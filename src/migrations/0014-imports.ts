import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  choice,
  createTables,
  dropTables,
  instant,
  json,
  nullable,
  recordColumns,
  varchar,
  uuid,
  integer,
} from '../infrastructure/database/table-builder';

/** The tables of src/imports. */
export class Imports0014 implements MigrationInterface {
  name = 'Imports0014_1770000000014';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'import_file',
        columns: {
          customer_id: integer(),
          ...recordColumns(),
          import_id: uuid(),
          resource: choice(),
          file_name: varchar(255),
          row_count: integer(),
          columns: json(),
          counts: nullable(json()),
          check_id: nullable(uuid()),
          job_id: nullable(uuid()),
          created_by: nullable(uuid()),
          expires_at: instant(),
          options: nullable(json()),
          missing: nullable(json()),
        },
        primary: ['customer_id', 'import_id'],
        index: [['customer_id', 'resource', 'import_id'], ['expires_at']],
      },
      {
        name: 'import_row',
        columns: {
          customer_id: integer(),
          import_id: uuid(),
          row_no: integer(),
          place: integer(),
          cells: json(),
          given: nullable(json()),
          outcome: nullable(choice()),
          changes: nullable(json()),
          reasons: nullable(json()),
          was: nullable(json()),
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
