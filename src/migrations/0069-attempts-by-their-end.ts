import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndex, dropIndex } from '../platform/database/table-words';

const BEFORE = ['customer_id', 'submitted_at'];
const NOW = ['customer_id', 'submitted_at', 'attempt_id'];

/** Attempts that nobody has submitted yet are many of one empty day: the embedded engine found one among them by reading all. */
export class AttemptsByTheirEnd0069 implements MigrationInterface {
  name = 'AttemptsByTheirEnd0069_1763600000069';

  async up(runner: QueryRunner): Promise<void> {
    await addIndex(runner, 'attempt', NOW);
    await dropIndex(runner, 'attempt', BEFORE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await addIndex(runner, 'attempt', BEFORE);
    await dropIndex(runner, 'attempt', NOW);
  }
}
