import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  choice,
  createTables,
  dropTables,
  flag,
  instant,
  longText,
  orNull,
  recordColumns,
  text,
  uuid,
  whole,
} from '../platform/database/table-words';

export class Trainings0007 implements MigrationInterface {
  name = 'Trainings0007_1763600000007';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'training_category',
        columns: {
          customer_id: whole(),
          ...recordColumns(),
          category_id: uuid(),
          code: text(40),
          code_key: text(40),
          name: text(100),
          name_key: text(100),
          name_sort: text(100),
          parent_id: orNull(uuid()),
          color: orNull(text(7)),
          description: orNull(longText()),
          position: whole(),
          status: choice(),
        },
        primary: ['customer_id', 'category_id'],
        unique: [
          ['customer_id', 'code_key'],
          ['customer_id', 'name_key'],
        ],
        index: [['customer_id', 'parent_id']],
        foreign: [
          {
            columns: ['customer_id', 'parent_id'],
            table: 'training_category',
            references: ['customer_id', 'category_id'],
            onDelete: 'RESTRICT',
          },
        ],
      },
      {
        name: 'training',
        columns: {
          customer_id: whole(),
          ...recordColumns(),
          training_id: uuid(),
          code: text(40),
          code_key: text(40),
          title: text(200),
          title_sort: text(200),
          category_id: orNull(uuid()),
          type: choice(),
          description: orNull(longText()),
          estimated_minutes: orNull(whole()),
          source_url: orNull(text(2000)),
          video_provider: orNull(choice()),
          video_file_id: orNull(uuid()),
          video_format: orNull(choice()),
          video_duration_ms: orNull(whole()),
          video_threshold: whole(),
          requires_quiz: flag(),
          validity_months: orNull(whole()),
          due_days: orNull(whole()),
          status: choice(),
          content_revision: whole(),
          published_at: orNull(instant()),
        },
        primary: ['customer_id', 'training_id'],
        unique: [['customer_id', 'code_key']],
        index: [
          ['customer_id', 'title_sort', 'training_id'],
          ['customer_id', 'category_id'],
        ],
        foreign: [{ columns: ['customer_id', 'category_id'], table: 'training_category', onDelete: 'RESTRICT' }],
      },
      {
        name: 'training_skill',
        columns: {
          customer_id: whole(),
          ...recordColumns(),
          training_id: uuid(),
          skill_id: uuid(),
          min_score: whole(),
          level: whole(),
          validity_months: orNull(whole()),
        },
        primary: ['customer_id', 'training_id', 'skill_id', 'min_score'],
        index: [['customer_id', 'skill_id']],
        foreign: [
          { columns: ['customer_id', 'training_id'], table: 'training', onDelete: 'RESTRICT' },
          { columns: ['customer_id', 'skill_id'], table: 'skill', onDelete: 'RESTRICT' },
        ],
      },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['training_skill', 'training', 'training_category']);
  }
}
