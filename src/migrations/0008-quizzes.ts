import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  big,
  choice,
  createTables,
  dropTables,
  flag,
  instant,
  json,
  longText,
  orNull,
  recordColumns,
  text,
  uuid,
  whole,
} from '../platform/database/table-words';

export class Quizzes0008 implements MigrationInterface {
  name = 'Quizzes0008_1763600000008';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'quiz',
        columns: {
          customer_id: whole(),
          quiz_id: uuid(),
          training_id: uuid(),
          title: text(200),
          title_sort: text(200),
          pass_mark: whole(),
          attempts_allowed: orNull(whole()),
          pause_minutes: whole(),
          time_limit_minutes: orNull(whole()),
          at_end: choice(),
          shuffle_questions: flag(),
          shuffle_options: flag(),
          review: choice(),
          question_count: whole(),
          total_points: whole(),
          status: choice(),
          ...recordColumns(),
        },
        primary: ['customer_id', 'quiz_id'],
        unique: [['customer_id', 'training_id']],
        index: [['customer_id', 'title_sort', 'quiz_id']],
        foreign: [{ columns: ['customer_id', 'training_id'], table: 'training', onDelete: 'RESTRICT' }],
      },
      {
        name: 'question',
        columns: {
          customer_id: whole(),
          question_id: uuid(),
          kind: choice(),
          text: longText(),
          text_sort: text(1000),
          points: whole(),
          skill_id: orNull(uuid()),
          tags: orNull(text(400)),
          tags_sort: orNull(text(400)),
          feedback: orNull(longText()),
          explanation: orNull(longText()),
          options: json(),
          status: choice(),
          ...recordColumns(),
        },
        primary: ['customer_id', 'question_id'],
        index: [['customer_id', 'skill_id']],
        foreign: [{ columns: ['customer_id', 'skill_id'], table: 'skill', onDelete: 'RESTRICT' }],
      },
      {
        name: 'quiz_slot',
        columns: {
          customer_id: whole(),
          quiz_id: uuid(),
          slot: whole(),
          question_id: uuid(),
          points: whole(),
        },
        primary: ['customer_id', 'quiz_id', 'slot'],
        unique: [['customer_id', 'quiz_id', 'question_id']],
        index: [['customer_id', 'question_id']],
        foreign: [
          { columns: ['customer_id', 'quiz_id'], table: 'quiz', onDelete: 'RESTRICT' },
          { columns: ['customer_id', 'question_id'], table: 'question', onDelete: 'RESTRICT' },
        ],
      },
      {
        name: 'attempt',
        columns: {
          customer_id: whole(),
          attempt_id: uuid(),
          staff_id: uuid(),
          training_id: uuid(),
          quiz_id: uuid(),
          assignment_id: uuid(),
          attempt_no: whole(),
          status: choice(),
          pass_mark: whole(),
          started_at: instant(),
          deadline: orNull(instant()),
          submitted_at: orNull(instant()),
          correct_marks: orNull(big()),
          total_marks: orNull(big()),
          score_hundredths: orNull(whole()),
          result: orNull(choice()),
          paper: json(),
          ...recordColumns(),
        },
        primary: ['customer_id', 'attempt_id'],
        unique: [['customer_id', 'staff_id', 'quiz_id', 'attempt_no']],
        index: [
          ['customer_id', 'quiz_id'],
          ['customer_id', 'training_id'],
          ['customer_id', 'started_at', 'attempt_id'],
          ['customer_id', 'submitted_at'],
          ['status', 'deadline'],
        ],
        foreign: [
          { columns: ['customer_id', 'staff_id'], table: 'staff', onDelete: 'RESTRICT' },
          { columns: ['customer_id', 'training_id'], table: 'training', onDelete: 'RESTRICT' },
          { columns: ['customer_id', 'quiz_id'], table: 'quiz', onDelete: 'RESTRICT' },
        ],
      },
      {
        name: 'attempt_answer',
        columns: {
          customer_id: whole(),
          attempt_id: uuid(),
          slot: whole(),
          option_id: json(),
          client_sequence: big(),
          saved_at: instant(),
          answered: flag(),
          marks: big(),
        },
        primary: ['customer_id', 'attempt_id', 'slot'],
      },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['attempt_answer', 'attempt', 'quiz_slot', 'question', 'quiz']);
  }
}
