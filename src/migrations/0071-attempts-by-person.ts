import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndex, dropIndex } from '../platform/database/table-words';

const BEFORE = ['customer_id', 'staff_id', 'training_id', 'submitted_at'];
const NOW = [
  ...['customer_id', 'staff_id', 'training_id', 'assignment_id', 'quiz_id', 'attempt_no'],
  ...['status', 'submitted_at', 'result', 'score_hundredths', 'pass_mark'],
];

/** What the quiz report adds up is read of an index alone, in the order that it is grouped by. */
export class AttemptsByPerson0071 implements MigrationInterface {
  name = 'AttemptsByPerson0071_1763600000071';

  async up(runner: QueryRunner): Promise<void> {
    await addIndex(runner, 'attempt', NOW);
    await dropIndex(runner, 'attempt', BEFORE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await addIndex(runner, 'attempt', BEFORE);
    await dropIndex(runner, 'attempt', NOW);
  }
}
