import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, choice, dropColumn, otherwise } from '../platform/database/table-words';

export class SkillSignoffBy0045 implements MigrationInterface {
  name = 'SkillSignoffBy0045_1763600000045';

  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'skill', 'signoff_by', otherwise(choice(), 'admin'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumn(runner, 'skill', 'signoff_by');
  }
}
