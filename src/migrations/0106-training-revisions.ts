import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTables, dropTables, flag, instant, orNull, text, uuid, whole } from '../platform/database/table-words';

/** What of a training was published when, by whom and why; what is published already has been so as it is now. */
export class TrainingRevisions0106 implements MigrationInterface {
  name = 'TrainingRevisions0106_1763600000106';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'training_revision',
        columns: {
          customer_id: whole(),
          training_id: uuid(),
          revision: whole(),
          published_at: instant(),
          published_by: orNull(uuid()),
          note: orNull(text(500)),
          train_again: orNull(flag()),
          people: orNull(whole()),
          job_id: orNull(uuid()),
        },
        primary: ['customer_id', 'training_id', 'revision'],
        foreign: [{ columns: ['customer_id', 'training_id'], table: 'training', onDelete: 'RESTRICT' }],
      },
    ]);
    await runner.query(`INSERT INTO training_revision
      (customer_id, training_id, revision, published_at, published_by, note, train_again, people, job_id)
      SELECT t.customer_id, t.training_id, t.content_revision, t.published_at, NULL, NULL, NULL, NULL, NULL FROM training t
      WHERE t.published_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM training_revision r
        WHERE r.customer_id = t.customer_id AND r.training_id = t.training_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['training_revision']);
  }
}
