import { day, decimal, described, fields, id, instant, listOf, orNull, text, whole, type Of } from './answer';
import { head, rowsAnswer, type RowsAnswer } from './report-answers';

const quizRow = fields({
  id,
  attempt_id: id,
  staff_id: id,
  training_id: id,
  staff_code: text,
  staff_name: text,
  training_title: text,
  category: orNull(text),
  attempt_no: whole,
  started_at: instant,
  submitted_at: instant,
  duration_seconds: whole,
  correct: decimal,
  total: decimal,
  score: decimal,
  pass_mark: whole,
  result: text,
  video_percent: orNull(decimal),
  skills_granted: orNull(text),
  valid_until: orNull(day),
});
export type QuizReportRow = Of<typeof quizRow>;
const quizTotals = fields({
  attempts: whole,
  people: whole,
  pass_rate: orNull(decimal),
  first_try_pass_rate: orNull(decimal),
  mean_best: orNull(decimal),
  mean_tries_to_pass: orNull(decimal),
});
/** `reports/quiz`; null in a page of it, of which nothing can be added up: `reports/quiz/summary` has the totals. */
export const quizAnswer = rowsAnswer('quiz', quizRow, orNull(quizTotals));
export type QuizPageAnswer = Omit<RowsAnswer, 'totals'> & { totals: null };

/** `reports/quiz/summary`: what all rows of the filters add up to, however many there are. */
export const quizSummaryAnswer = fields({
  ...head,
  totals: quizTotals,
  scores: described(listOf(whole), 'Attempts by score in steps of ten; 100 belongs to the last.'),
  pass_mark: described(orNull(whole), 'If all attempts have the same one.'),
  trainings: described(
    listOf(fields({ training_id: id, title: text, attempts: whole, pass_rate: orNull(decimal) })),
    'The trainings with the lowest pass rates.',
  ),
});
export type QuizSummaryAnswer = Of<typeof quizSummaryAnswer>;
