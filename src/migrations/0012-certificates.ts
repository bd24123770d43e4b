import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  choice,
  createTables,
  day,
  dropTables,
  instant,
  orNull,
  otherwise,
  recordColumns,
  text,
  uuid,
  whole,
} from '../platform/database/table-words';

/** The tables of src/certificates. */
export class Certificates0012 implements MigrationInterface {
  name = 'Certificates0012_1770000000012';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'certificate',
        columns: {
          customer_id: whole(),
          certificate_id: uuid(),
          ...recordColumns(),
          number: text(20),
          staff_id: uuid(),
          training_id: uuid(),
          assignment_id: uuid(),
          staff_name: text(201),
          training_name: text(200),
          organisation_name: text(200),
          cycle: whole(),
          completed_on: day(),
          valid_until: orNull(day()),
          issued_at: instant(),
          score_hundredths: orNull(whole()),
          state: choice(),
          code: text(20),
          completion_no: otherwise(whole(), '1'),
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
        columns: { customer_id: whole(), year: whole(), last: whole() },
        primary: ['customer_id', 'year'],
      },
      {
        name: 'certificate_design',
        columns: {
          customer_id: whole(),
          ...recordColumns(),
          title: orNull(text(60)),
          text: orNull(text(400)),
          signature_name: orNull(text(100)),
          signature_role: orNull(text(100)),
          accent: text(7),
          logo_file: orNull(uuid()),
          logo_format: orNull(choice()),
          signature_file: orNull(uuid()),
          signature_format: orNull(choice()),
        },
        primary: ['customer_id'],
      },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['certificate_design', 'certificate_counter', 'certificate']);
  }
}
