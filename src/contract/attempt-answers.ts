import {
  decimal,
  described,
  fields,
  flag,
  id,
  instant,
  listOf,
  oneOfWords,
  orNull,
  text,
  whole,
  type Of,
} from './answer';
import type { AttemptRow } from './attempts.resource';
import { QUESTION_KIND_CHOICES } from './questions.resource';

const kind = oneOfWords(QUESTION_KIND_CHOICES);

/** A question as a learner sees it: nothing says what is right. */
const sheetQuestion = fields({
  slot: whole,
  question_id: id,
  kind,
  text: described(text, 'What is asked, in Markdown.'),
  points: whole,
  options: listOf(fields({ option_id: id, text })),
});
export type SheetQuestion = Of<typeof sheetQuestion>;

const saved = { slot: whole, question_id: id, option_id: listOf(id), sequence: whole, saved_at: instant };
const savedAnswer = fields(saved);
export type SavedAnswer = Of<typeof savedAnswer>;
const now = described(instant, 'The server’s clock, to count down to `deadline` by.');
/** `PUT /api/attempts/{id}/answers/{slot}` */
export const answerSaved = fields({ ...saved, now });
export type AnswerSaved = Of<typeof answerSaved>;

const reviewQuestion = fields({
  slot: whole,
  question_id: id,
  points: whole,
  earned: decimal,
  chosen: listOf(id),
  right: listOf(id),
  feedback: orNull(text),
  explanation: orNull(text),
  options: listOf(fields({ option_id: id, fraction: decimal, feedback: orNull(text) })),
});
export type ReviewQuestion = Of<typeof reviewQuestion>;

/** What an attempt's sheet has beside its row: frozen questions, saved answers, the clock; afterwards the review. */
export const sheetParts = fields({
  title: text,
  now,
  questions: listOf(sheetQuestion),
  answers: listOf(savedAnswer),
  review: described(orNull(listOf(reviewQuestion)), 'What was right and why, by the review policy; null otherwise.'),
});
export type AttemptSheet = AttemptRow & Of<typeof sheetParts>;

/** A question in its place, as `GET /api/quizzes/{id}/slots` answers it. */
export const slotAnswer = fields({ slot: whole, question_id: id, points: whole, kind, text });
export type PlacedQuestion = Of<typeof slotAnswer>;

/** `GET /api/quizzes/{id}/preview` */
export const quizPreviewAnswer = fields({
  quiz_id: id,
  training_id: id,
  title: text,
  pass_mark: whole,
  time_limit_minutes: orNull(whole),
  questions: listOf(sheetQuestion),
});
export type QuizPreview = Of<typeof quizPreviewAnswer>;

/** `POST /api/quizzes/{id}/try`: what these answers would score. */
export const triedAnswer = fields({
  correct: decimal,
  total: decimal,
  score: orNull(decimal),
  passed: flag,
  questions: listOf(fields({ question_id: id, answered: flag, earned: decimal })),
});
export type TriedAnswers = Of<typeof triedAnswer>;
