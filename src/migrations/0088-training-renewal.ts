import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, dropColumn, orNull, whole } from '../platform/database/table-words';

/** How long before its end what was learnt may be renewed. */
export class TrainingRenewal0088 implements MigrationInterface {
  name = 'TrainingRenewal0088_1763600000088';

  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'training', 'renewal_days', orNull(whole()));
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumn(runner, 'training', 'renewal_days');
  }
}
