import type { MigrationInterface, QueryRunner } from 'typeorm';
import { choice, createTables, dropTables, recordColumns, text, uuid, whole } from '../platform/database/table-words';

/** Captions of videos, one file a language. */
export class TrainingCaptions0097 implements MigrationInterface {
  name = 'TrainingCaptions0097_1763600000097';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'training_caption',
        columns: {
          customer_id: whole(),
          ...recordColumns(),
          training_id: uuid(),
          language: choice(),
          file_id: uuid(),
          name: text(255),
          cues: whole(),
        },
        primary: ['customer_id', 'training_id', 'language'],
        foreign: [{ columns: ['customer_id', 'training_id'], table: 'training', onDelete: 'RESTRICT' }],
      },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['training_caption']);
  }
}
