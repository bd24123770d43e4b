import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, choice, dropColumn, orNull, whole } from '../platform/database/table-words';

/** What players measure of a video, and its codec. Shares of what is still open are rounded down, as new ones are. */
export class VideoLengths0122 implements MigrationInterface {
  name = 'VideoLengths0122_1763600000122';

  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'training', 'reported_length_ms', orNull(whole()));
    await addColumn(runner, 'training', 'video_codec', orNull(choice()));
    await runner.query(
      `UPDATE video_progress SET share_hundredths = share_hundredths - 1
        WHERE completed_at IS NULL AND share_hundredths * duration_ms > watched_ms * 10000
          AND (share_hundredths - 1) * duration_ms < watched_ms * 10000`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumn(runner, 'training', 'video_codec');
    await dropColumn(runner, 'training', 'reported_length_ms');
  }
}
