import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, dropColumn, instant, orNull, text, uuid } from '../platform/database/table-words';

const COLUMNS = { decided_at: instant(), decided_by: uuid(), decision_reason: text(500) } as const;

/** Who let somebody off or gave them longer, when and why. */
export class AssignmentDecisions0100 implements MigrationInterface {
  name = 'AssignmentDecisions0100_1763600000100';

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, column] of Object.entries(COLUMNS))
      await addColumn(runner, 'training_assignment', name, orNull(column));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(COLUMNS)) await dropColumn(runner, 'training_assignment', name);
  }
}
