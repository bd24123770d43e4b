import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  addColumn,
  choice,
  createTables,
  day,
  dropColumn,
  dropTables,
  flag,
  instant,
  orNull,
  otherwise,
  recordColumns,
  text,
  uuid,
  whole,
} from '../platform/database/table-words';

/** Certificates, by which number the next one goes, and of which trainings there are any. */
export class Certificates0095 implements MigrationInterface {
  name = 'Certificates0095_1763600000095';

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
        },
        primary: ['customer_id', 'certificate_id'],
        unique: [['customer_id', 'assignment_id'], ['customer_id', 'number'], ['code']],
        index: [
          ['customer_id', 'number', 'certificate_id'],
          ['customer_id', 'staff_id', 'issued_at', 'certificate_id'],
          ['customer_id', 'training_id', 'issued_at', 'certificate_id'],
          ['customer_id', 'issued_at', 'certificate_id'],
          ['customer_id', 'valid_until', 'certificate_id'],
          ['customer_id', 'state', 'certificate_id'],
        ],
        foreign: [
          { columns: ['customer_id', 'staff_id'], table: 'staff', onDelete: 'RESTRICT' },
          { columns: ['customer_id', 'training_id'], table: 'training', onDelete: 'RESTRICT' },
        ],
      },
      {
        name: 'certificate_counter',
        columns: { customer_id: whole(), year: whole(), last: whole() },
        primary: ['customer_id', 'year'],
      },
    ]);
    await addColumn(runner, 'training', 'certificate', otherwise(flag(), '1'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumn(runner, 'training', 'certificate');
    await dropTables(runner, ['certificate_counter', 'certificate']);
  }
}
