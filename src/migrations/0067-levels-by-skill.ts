import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndex, dropIndex } from '../platform/database/table-words';

const BEFORE = ['customer_id', 'skill_id', 'to_date', 'from_date', 'level', 'staff_id'];

/** All that a report says of a skill's levels stands in one index: a whole organisation is read from it alone. */
export class LevelsBySkill0067 implements MigrationInterface {
  name = 'LevelsBySkill0067_1763600000067';

  async up(runner: QueryRunner): Promise<void> {
    await addIndex(runner, 'skill_level_span', [...BEFORE, 'held_level', 'cause']);
    await dropIndex(runner, 'skill_level_span', BEFORE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await addIndex(runner, 'skill_level_span', BEFORE);
    await dropIndex(runner, 'skill_level_span', [...BEFORE, 'held_level', 'cause']);
  }
}
