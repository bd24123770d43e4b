import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  addColumn,
  createTables,
  dropColumn,
  dropTables,
  instant,
  json,
  orNull,
  otherwise,
  uuid,
  whole,
} from '../platform/database/table-words';

/** Each progress names the film that it belongs to; progress on earlier films is kept in a table of its own. */
export class VideoProgressByFilm0120 implements MigrationInterface {
  name = 'VideoProgressByFilm0120_1763600000120';

  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'training', 'media_revision', otherwise(whole(), '1'));
    await addColumn(runner, 'video_progress', 'media_revision', otherwise(whole(), '1'));
    await addColumn(runner, 'video_progress', 'share_hundredths', otherwise(whole(), '0'));
    await runner.query(
      'UPDATE video_progress SET share_hundredths = ROUND(watched_ms * 10000.0 / duration_ms) WHERE duration_ms > 0',
    );
    await createTables(runner, [
      {
        name: 'past_video_progress',
        columns: {
          customer_id: whole(),
          assignment_id: uuid(),
          media_revision: whole(),
          staff_id: uuid(),
          training_id: uuid(),
          watched_ranges: json(),
          duration_ms: whole(),
          share_hundredths: whole(),
          beat_at: orNull(instant()),
          completed_at: orNull(instant()),
          replaced_at: instant(),
        },
        primary: ['customer_id', 'assignment_id', 'media_revision'],
        index: [['customer_id', 'staff_id']],
      },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['past_video_progress']);
    await dropColumn(runner, 'video_progress', 'share_hundredths');
    await dropColumn(runner, 'video_progress', 'media_revision');
    await dropColumn(runner, 'training', 'media_revision');
  }
}
