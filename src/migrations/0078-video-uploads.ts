import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  big,
  choice,
  createTables,
  dropTables,
  instant,
  orNull,
  recordColumns,
  text,
  uuid,
  whole,
} from '../platform/database/table-words';

/** Uploads that come in parts and may go on later. */
export class VideoUploads0078 implements MigrationInterface {
  name = 'VideoUploads0078_1763600000078';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'video_upload',
        columns: {
          customer_id: whole(),
          ...recordColumns(),
          upload_id: uuid(),
          training_id: uuid(),
          file_id: uuid(),
          format: choice(),
          name: text(255),
          bytes: big(),
          last_modified: orNull(big()),
          head_digest: orNull(text(64)),
          part_bytes: whole(),
          storage_id: text(1000),
          expires_at: instant(),
          done_at: orNull(instant()),
        },
        primary: ['customer_id', 'upload_id'],
        index: [['customer_id', 'training_id'], ['expires_at']],
        foreign: [{ columns: ['customer_id', 'training_id'], table: 'training', onDelete: 'RESTRICT' }],
      },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['video_upload']);
  }
}
