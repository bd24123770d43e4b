import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndex, createTables, dropIndex, dropTables, instant, whole } from '../platform/database/table-words';

const BY_CHANGE = ['customer_id', 'updated_at', 'duration_ms'];

/** What was spent on smaller pictures within a day is counted by when it was asked for, whatever became of it. */
export class RenditionSpending0101 implements MigrationInterface {
  name = 'RenditionSpending0101_1763600000101';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'rendition_spending',
        columns: { customer_id: whole(), asked_at: instant(), duration_ms: whole() },
        primary: ['customer_id', 'asked_at'],
      },
    ]);
    await dropIndex(runner, 'video_rendition', BY_CHANGE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await addIndex(runner, 'video_rendition', BY_CHANGE);
    await dropTables(runner, ['rendition_spending']);
  }
}
