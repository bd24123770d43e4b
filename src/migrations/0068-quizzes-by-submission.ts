import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndex, dropIndex } from '../platform/database/table-words';

/** Before and now: what changed lately, and how those of a day ended, are read of an index alone. */
const INDEXES = [
  [
    ['updated_at', 'customer_id', 'started_at'],
    ['updated_at', 'customer_id', 'submitted_at'],
  ],
  [
    ['customer_id', 'status', 'submitted_at', 'attempt_id'],
    ['customer_id', 'status', 'submitted_at', 'attempt_id', 'result'],
  ],
] as const;
/** The buckets say another thing, so they are counted anew, and nothing is said until they are. */
const ANEW = 'UPDATE totals_state SET recounted_at = NULL';

/** Quizzes are counted by the day on which they were submitted, as in their report. */
export class QuizzesBySubmission0068 implements MigrationInterface {
  name = 'QuizzesBySubmission0068_1763600000068';

  async up(runner: QueryRunner): Promise<void> {
    for (const [before, now] of INDEXES) {
      await addIndex(runner, 'attempt', now);
      await dropIndex(runner, 'attempt', before);
    }
    await runner.query(ANEW);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [before, now] of INDEXES.toReversed()) {
      await addIndex(runner, 'attempt', before);
      await dropIndex(runner, 'attempt', now);
    }
    await runner.query(ANEW);
  }
}
