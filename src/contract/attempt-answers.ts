import {
  decimal,
  described,
  fields,
  flag,
  id,
  instant,
  like,
  listOf,
  oneOfWords,
  orNull,
  text,
  whole,
  type Of,
} from './answer';
import type { AttemptRow } from './attempts.resource';
import { MULTIPLE_GRADINGS } from './multiple-grading';
import { DIFFICULTY_CHOICES, QUESTION_KIND_CHOICES } from './questions.resource';
import { AT_END_CHOICES, REVIEW_CHOICES } from './quizzes.resource';
import { ASSIGNMENT_STATES } from './training-assignments.resource';

const kind = oneOfWords(QUESTION_KIND_CHOICES);

/** What was matched with the left text of that id: one of the right-hand texts, word by word. */
const givenPair = fields({ option_id: id, match: text });
export type GivenPair = Of<typeof givenPair>;

/** A question as a learner sees it: nothing says what is right. */
const sheetQuestion = fields({
  slot: whole,
  question_id: id,
  kind,
  text: described(text, 'Question text: plain text with line breaks.'),
  points: whole,
  grading: described(
    orNull(oneOfWords(MULTIPLE_GRADINGS)),
    'How several right options are graded; null for other kinds.',
  ),
  options: described(
    listOf(fields({ option_id: id, text })),
    'Options, left texts of pairs, or items to order, shuffled. Empty for typed answers.',
  ),
  matches: described(listOf(text), 'Right-hand texts of pairs, shuffled.'),
});
export type SheetQuestion = Of<typeof sheetQuestion>;

const reviewQuestion = fields({
  slot: whole,
  question_id: id,
  points: whole,
  earned: decimal,
  answered: flag,
  chosen: described(listOf(id), 'Chosen options or order; for typed answers the accepted answer that matched.'),
  right: described(listOf(id), 'Right options, fully accepted answers, right order, or pairs.'),
  text: described(orNull(text), 'The typed text.'),
  value: described(orNull(text), 'The typed number.'),
  pairs: described(orNull(listOf(givenPair)), 'The matched pairs.'),
  feedback: orNull(text),
  explanation: orNull(text),
  options: listOf(
    fields({
      option_id: id,
      text,
      fraction: decimal,
      feedback: orNull(text),
      match: described(orNull(text), 'Right-hand text of the pair; null for other kinds.'),
      tolerance: described(orNull(text), 'Tolerance; null for other kinds.'),
    }),
  ),
});
export type ReviewQuestion = Of<typeof reviewQuestion>;

const parts = {
  option_id: listOf(id),
  text: described(orNull(text), 'The typed text; null for other kinds.'),
  value: described(orNull(text), 'The typed number, as decimal text; null for other kinds.'),
  pairs: described(orNull(listOf(givenPair)), 'The matched pairs; null for other kinds.'),
};
const answerParts = fields(parts);
/** An answer in the shape of its question's kind. */
export type GivenParts = Of<typeof answerParts>;

const saved = { slot: whole, question_id: id, ...parts, sequence: whole, saved_at: instant };
const savedAnswer = fields(saved);
export type SavedAnswer = Of<typeof savedAnswer>;
const now = described(instant, 'Server time, for the countdown to `deadline`.');
/** `PUT /api/attempts/{id}/answers/{slot}` */
export const answerSaved = fields({
  ...saved,
  now,
  deadline: described(orNull(instant), 'Current deadline, including extra time given in the meantime.'),
  review: described(orNull(reviewQuestion), 'Right answer and explanation if the review is `during`; otherwise null.'),
});
export type AnswerSaved = Of<typeof answerSaved>;

/** What an attempt's sheet has beside its row: frozen questions, saved answers, the clock; afterwards the review. */
export const sheetParts = fields({
  title: text,
  now,
  time_limit_minutes: described(orNull(whole), 'Standard time limit, without `extra_minutes`. null: no limit.'),
  at_end: described(oneOfWords(AT_END_CHOICES), 'What happens at the deadline, as set when the attempt started.'),
  closes_at: described(
    orNull(instant),
    'Latest time to submit saved answers: the deadline or the end of the grace period. null: no limit.',
  ),
  questions: listOf(sheetQuestion),
  answers: listOf(savedAnswer),
  review_policy: described(oneOfWords(REVIEW_CHOICES), 'As set when the attempt started.'),
  review: described(
    orNull(listOf(reviewQuestion)),
    'Right answers and explanations as the review policy allows, while the attempt runs only for answered questions; otherwise null.',
  ),
});
export type AttemptSheet = AttemptRow & Of<typeof sheetParts>;

/** `POST /api/attempts/{id}/void` */
export const attemptVoidedAnswer = fields({
  attempt_id: id,
  assignment_id: id,
  evidence_voided: like(described(whole, 'Evidence of the completion by this attempt.'), 1),
  assignment_state: like(described(oneOfWords(ASSIGNMENT_STATES), 'Current state.'), 'in_progress'),
});
export type AttemptVoided = Of<typeof attemptVoidedAnswer>;

/** How many attempts the list of `POST /api/questions/{id}/regrade` has at most. */
export const REGRADED_SHOWN_MAX = 1_000;
const RESULTS = ['passed', 'failed'] as const;
const regradedAttempt = fields({
  attempt_id: id,
  staff_id: id,
  staff_name: like(text, 'Asha Rao'),
  training_id: id,
  training_title: like(text, 'Forklift: daily check'),
  submitted_at: instant,
  score_before: like(described(orNull(decimal), 'Percent with two decimals.'), 50),
  score_after: like(described(orNull(decimal), 'Percent with two decimals, with the current question.'), 100),
  result_before: described(oneOfWords(RESULTS), 'Whether it passed.'),
  result_after: described(oneOfWords(RESULTS), 'Whether it passes.'),
});
export type RegradedAttempt = Of<typeof regradedAttempt>;
/** `POST /api/questions/{id}/regrade` */
export const questionRegradedAnswer = fields({
  raised: described(whole, 'Attempts whose score rises.'),
  lowered: described(whole, 'Attempts whose score falls; 0 unless `lower` was sent.'),
  unchanged: described(whole, 'Attempts that do not change.'),
  attempts: described(listOf(regradedAttempt), `Changed attempts, earliest first, at most ${REGRADED_SHOWN_MAX}.`),
  job_id: described(orNull(id), 'The job that regrades them; null: no change, or a dry run.'),
});
export type QuestionRegraded = Of<typeof questionRegradedAnswer>;

const slotDraw = fields({
  count: described(whole, 'Number of questions to draw, each with these points.'),
  tag: orNull(text),
  skill_id: orNull(id),
  difficulty: orNull(oneOfWords(DIFFICULTY_CHOICES)),
  matching: described(whole, 'Number of matching questions in the bank, without those fixed in the quiz.'),
  missing: described(
    whole,
    'Number of missing questions, without using one twice; the quiz cannot start unless it is 0.',
  ),
});
export type SlotDraw = Of<typeof slotDraw>;
/** What stands in a place, as `GET /api/quizzes/{id}/slots` answers it: a question, or what is drawn there. */
export const slotAnswer = fields({
  slot: whole,
  question_id: described(orNull(id), 'null: drawn at random.'),
  points: whole,
  kind: described(orNull(kind), 'null: drawn at random.'),
  text: described(orNull(text), 'null: drawn at random.'),
  draw: described(orNull(slotDraw), 'What is drawn when an attempt starts; null: a fixed question.'),
});
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
