import {
  day,
  decimal,
  withDescription,
  objectOf,
  id,
  instant,
  listOf,
  nullable,
  text,
  integer,
  type Infer,
} from './response-schema';
import { commonReportFields, rowsReportSchema, type RowsReportResponse } from './report.responses';

const quizReportRowSchema = objectOf({
  id,
  attempt_id: id,
  staff_id: id,
  training_id: id,
  staff_code: text,
  staff_name: text,
  training_title: text,
  category: nullable(text),
  attempt_no: integer,
  started_at: instant,
  submitted_at: instant,
  duration_seconds: integer,
  correct: decimal,
  total: decimal,
  score: decimal,
  pass_mark: integer,
  result: text,
  video_percent: nullable(decimal),
  skills_granted: nullable(text),
  valid_until: nullable(day),
});
export type QuizReportRow = Infer<typeof quizReportRowSchema>;
const quizReportTotalsSchema = objectOf({
  attempts: integer,
  people: integer,
  pass_rate: nullable(decimal),
  first_try_pass_rate: nullable(decimal),
  mean_best: nullable(decimal),
  mean_tries_to_pass: nullable(decimal),
});
/** `reports/quiz`. `totals` is null for a page; use `reports/quiz/summary`. */
export const quizReportSchema = rowsReportSchema('quiz', quizReportRowSchema, nullable(quizReportTotalsSchema));
export type QuizReportPageResponse = Omit<RowsReportResponse, 'totals'> & { totals: null };

/** `reports/quiz/summary`: totals of all rows that match the filters. */
export const quizSummarySchema = objectOf({
  ...commonReportFields,
  totals: quizReportTotalsSchema,
  scores: withDescription(listOf(integer), 'Attempts by score in steps of ten; 100 belongs to the last.'),
  pass_mark: withDescription(nullable(integer), 'If all attempts have the same one.'),
  trainings: withDescription(
    listOf(objectOf({ training_id: id, title: text, attempts: integer, pass_rate: nullable(decimal) })),
    'The trainings with the lowest pass rates.',
  ),
});
export type QuizSummaryResponse = Infer<typeof quizSummarySchema>;
