import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  choice,
  createTables,
  day,
  dropTables,
  instant,
  nullable,
  defaultTo,
  recordColumns,
  varchar,
  uuid,
  integer,
} from '../infrastructure/database/table-builder';

/** The tables of src/certificates. */
export class Certificates0012 implements MigrationInterface {
  name = 'Certificates0012_1770000000012';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'certificate',
        columns: {
          customer_id: integer(),
          certificate_id: uuid(),
          ...recordColumns(),
          number: varchar(20),
          staff_id: uuid(),
          training_id: uuid(),
          assignment_id: uuid(),
          staff_name: varchar(201),
          training_name: varchar(200),
          organisation_name: varchar(200),
          cycle: integer(),
          completed_on: day(),
          valid_until: nullable(day()),
          issued_at: instant(),
          score_hundredths: nullable(integer()),
          state: choice(),
          code: varchar(20),
          completion_no: defaultTo(integer(), '1'),
        },
        primary: ['customer_id', 'certificate_id'],
        unique: [['customer_id', 'number'], ['code'], ['customer_id', 'assignment_id', 'completion_no']],
        index: [
          ['customer_id', 'number', 'certificate_id'],
          ['customer_id', 'staff_id', 'issued_at', 'certificate_id'],
          ['customer_id', 'training_id', 'issued_at', 'certificate_id'],
          ['customer_id', 'issued_at', 'certificate_id'],
          ['customer_id', 'valid_until', 'certificate_id'],
          ['customer_id', 'state', 'certificate_id'],
        ],
        foreign: [
          { columns: ['customer_id', 'staff_id'], table: 'staff' },
          { columns: ['customer_id', 'training_id'], table: 'training' },
        ],
      },
      {
        name: 'certificate_counter',
        columns: { customer_id: integer(), year: integer(), last: integer() },
        primary: ['customer_id', 'year'],
      },
      {
        name: 'certificate_design',
        columns: {
          customer_id: integer(),
          ...recordColumns(),
          title: nullable(varchar(60)),
          text: nullable(varchar(400)),
          signature_name: nullable(varchar(100)),
          signature_role: nullable(varchar(100)),
          accent: varchar(7),
          logo_file: nullable(uuid()),
          logo_format: nullable(choice()),
          signature_file: nullable(uuid()),
          signature_format: nullable(choice()),
        },
        primary: ['customer_id'],
      },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['certificate_design', 'certificate_counter', 'certificate']);
  }
}
