import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, dropColumn, json, orNull } from '../platform/database/table-words';

/** What the theme customizer keeps for each person. */
export class AccountLayouts0070 implements MigrationInterface {
  name = 'AccountLayouts0070_1763600000070';

  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'account', 'layout', orNull(json()));
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumn(runner, 'account', 'layout');
  }
}
