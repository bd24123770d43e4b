import type { MigrationInterface, QueryRunner } from 'typeorm';
import { choice, createTables, dropTables, recordColumns, uuid, whole } from '../platform/database/table-words';

/** Smaller pictures of uploaded videos, asked for one by one. */
export class VideoRenditions0099 implements MigrationInterface {
  name = 'VideoRenditions0099_1763600000099';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'video_rendition',
        columns: {
          customer_id: whole(),
          ...recordColumns(),
          file_id: uuid(),
          height: whole(),
          state: choice(),
          duration_ms: whole(),
        },
        primary: ['customer_id', 'file_id', 'height'],
        index: [
          ['state', 'customer_id', 'file_id', 'height'],
          ['customer_id', 'updated_at', 'duration_ms'],
        ],
        foreign: [{ columns: ['customer_id', 'file_id'], table: 'streamed_video', onDelete: 'RESTRICT' }],
      },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['video_rendition']);
  }
}
