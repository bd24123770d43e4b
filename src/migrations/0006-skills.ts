import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  choice,
  createTables,
  dropTables,
  flag,
  longText,
  orNull,
  recordColumns,
  text,
  uuid,
  whole,
} from '../platform/database/table-words';

export class Skills0006 implements MigrationInterface {
  name = 'Skills0006_1763600000006';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'skill',
        columns: {
          customer_id: whole(),
          ...recordColumns(),
          skill_id: uuid(),
          skill_code: text(40),
          skill_code_key: text(40),
          name: text(150),
          name_key: text(150),
          name_sort: text(150),
          skill_group: orNull(text(100)),
          min_level: whole(),
          required_headcount: orNull(whole()),
          validity_months: orNull(whole()),
          requires_signoff: flag(),
          critical: flag(),
          description: orNull(longText()),
          status: choice(),
        },
        primary: ['customer_id', 'skill_id'],
        unique: [
          ['customer_id', 'skill_code_key'],
          ['customer_id', 'name_key'],
        ],
        index: [
          ['customer_id', 'name_sort', 'skill_id'],
          ['customer_id', 'skill_group'],
        ],
      },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['skill']);
  }
}
