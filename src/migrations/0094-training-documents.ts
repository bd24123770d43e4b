import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  big,
  choice,
  createTables,
  dropTables,
  instant,
  json,
  longText,
  orNull,
  recordColumns,
  text,
  uuid,
  whole,
} from '../platform/database/table-words';

/** Documents of trainings, and how far each assignment has read them. */
export class TrainingDocuments0094 implements MigrationInterface {
  name = 'TrainingDocuments0094_1763600000094';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'training_document',
        columns: {
          customer_id: whole(),
          ...recordColumns(),
          training_id: uuid(),
          document_id: uuid(),
          kind: choice(),
          name: orNull(text(255)),
          bytes: orNull(big()),
          pages: orNull(whole()),
          text: orNull(longText()),
        },
        primary: ['customer_id', 'training_id'],
        foreign: [{ columns: ['customer_id', 'training_id'], table: 'training', onDelete: 'RESTRICT' }],
      },
      {
        name: 'document_reading',
        columns: {
          customer_id: whole(),
          ...recordColumns(),
          assignment_id: uuid(),
          staff_id: uuid(),
          training_id: uuid(),
          read_document_id: orNull(uuid()),
          pages_seen: json(),
          page: whole(),
          spare_ms: whole(),
          opened_at: instant(),
          seen_at: orNull(instant()),
          acknowledged_at: orNull(instant()),
          acknowledged_revision: orNull(whole()),
        },
        primary: ['customer_id', 'assignment_id'],
        index: [['customer_id', 'staff_id']],
      },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['document_reading', 'training_document']);
  }
}
