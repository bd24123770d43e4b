import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, addUnique, dropColumn, dropIndex, otherwise, whole } from '../platform/database/table-words';

const TABLES = ['training_assignment', 'evidence', 'certificate'] as const;
const OF_SOURCE = ['customer_id', 'source_type', 'source_id', 'skill_id'];
const OF_CYCLE = ['customer_id', 'assignment_id'];

/** A cycle whose completion was taken back is completed again: with evidence and a certificate of its own. */
export class CompletionNumbers0114 implements MigrationInterface {
  name = 'CompletionNumbers0114_1763600000114';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await addColumn(runner, table, 'completion_no', otherwise(whole(), '1'));
    await addUnique(runner, 'evidence', [...OF_SOURCE, 'completion_no']);
    await addUnique(runner, 'certificate', [...OF_CYCLE, 'completion_no']);
    await dropIndex(runner, 'evidence', OF_SOURCE);
    await dropIndex(runner, 'certificate', OF_CYCLE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await addUnique(runner, 'evidence', OF_SOURCE);
    await addUnique(runner, 'certificate', OF_CYCLE);
    await dropIndex(runner, 'evidence', [...OF_SOURCE, 'completion_no']);
    await dropIndex(runner, 'certificate', [...OF_CYCLE, 'completion_no']);
    for (const table of TABLES) await dropColumn(runner, table, 'completion_no');
  }
}
