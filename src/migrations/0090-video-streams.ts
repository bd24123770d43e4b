import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  choice,
  createTables,
  dropTables,
  longText,
  recordColumns,
  text,
  uuid,
  whole,
} from '../platform/database/table-words';

/** Uploaded videos as HLS, made where there is ffmpeg. */
export class VideoStreams0090 implements MigrationInterface {
  name = 'VideoStreams0090_1763600000090';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'streamed_video',
        columns: { customer_id: whole(), ...recordColumns(), file_id: uuid(), state: choice() },
        primary: ['customer_id', 'file_id'],
        index: [['state', 'customer_id', 'file_id']],
      },
      {
        name: 'video_stream',
        columns: {
          customer_id: whole(),
          ...recordColumns(),
          stream_id: uuid(),
          file_id: uuid(),
          width: whole(),
          height: whole(),
          duration_ms: whole(),
          bits_per_second: whole(),
          codecs: text(100),
          playlist: longText(),
        },
        primary: ['customer_id', 'stream_id'],
        unique: [['customer_id', 'file_id', 'height']],
        index: [['customer_id', 'created_at']],
        foreign: [
          {
            columns: ['customer_id', 'file_id'],
            table: 'streamed_video',
            onDelete: 'RESTRICT',
          },
        ],
      },
    ]);
    // What was uploaded before is streamed as well; done again, the key passes over what is there.
    const known = 'SELECT 1 FROM streamed_video s WHERE s.customer_id = t.customer_id AND s.file_id = t.video_file_id';
    await runner.query(
      `INSERT INTO streamed_video (customer_id, file_id, state, created_at, updated_at, row_version)
       SELECT t.customer_id, t.video_file_id, 'due', t.updated_at, t.updated_at, 1 FROM training t
       WHERE t.video_file_id IS NOT NULL AND t.video_format = 'mp4' AND NOT EXISTS (${known})`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['video_stream', 'streamed_video']);
  }
}
