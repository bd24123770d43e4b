import {
  decimal,
  withDescription,
  objectOf,
  flag,
  id,
  instant,
  withExample,
  listOf,
  stringEnum,
  nullable,
  text,
  integer,
  type Infer,
} from './response-schema';
import type { AttemptRow } from './attempts.resource';
import { MULTIPLE_GRADINGS } from './multiple-grading';
import { DIFFICULTY_CHOICES, QUESTION_KIND_CHOICES } from './questions.resource';
import { AT_END_CHOICES, REVIEW_CHOICES } from './quizzes.resource';
import { ASSIGNMENT_STATES } from './training-assignments.resource';

const kind = stringEnum(QUESTION_KIND_CHOICES);

/** Left text by id, with the right-hand text matched to it. */
const answerPairSchema = objectOf({ option_id: id, match: text });
export type AnswerPair = Infer<typeof answerPairSchema>;

/** A question as a learner sees it, without any hint of the right answer. */
const sheetQuestionSchema = objectOf({
  slot: integer,
  question_id: id,
  kind,
  text: withDescription(text, 'Question text: plain text with line breaks.'),
  points: integer,
  grading: withDescription(
    nullable(stringEnum(MULTIPLE_GRADINGS)),
    'How several right options are graded; null for other kinds.',
  ),
  options: withDescription(
    listOf(objectOf({ option_id: id, text })),
    'Options, left texts of pairs, or items to order, shuffled. Empty for typed answers.',
  ),
  matches: withDescription(listOf(text), 'Right-hand texts of pairs, shuffled.'),
});
export type SheetQuestion = Infer<typeof sheetQuestionSchema>;

const reviewQuestionSchema = objectOf({
  slot: integer,
  question_id: id,
  points: integer,
  earned: decimal,
  answered: flag,
  chosen: withDescription(listOf(id), 'Chosen options or order; for typed answers the accepted answer that matched.'),
  right: withDescription(listOf(id), 'Right options, fully accepted answers, right order, or pairs.'),
  text: withDescription(nullable(text), 'The typed text.'),
  value: withDescription(nullable(text), 'The typed number.'),
  pairs: withDescription(nullable(listOf(answerPairSchema)), 'The matched pairs.'),
  feedback: nullable(text),
  explanation: nullable(text),
  options: listOf(
    objectOf({
      option_id: id,
      text,
      fraction: decimal,
      feedback: nullable(text),
      match: withDescription(nullable(text), 'Right-hand text of the pair; null for other kinds.'),
      tolerance: withDescription(nullable(text), 'Tolerance; null for other kinds.'),
    }),
  ),
});
export type ReviewQuestion = Infer<typeof reviewQuestionSchema>;

const answerValueFields = {
  option_id: listOf(id),
  text: withDescription(nullable(text), 'The typed text; null for other kinds.'),
  value: withDescription(nullable(text), 'The typed number, as decimal text; null for other kinds.'),
  pairs: withDescription(nullable(listOf(answerPairSchema)), 'The matched pairs; null for other kinds.'),
};
const answerValueSchema = objectOf(answerValueFields);
/** Which fields are filled depends on the question's kind. */
export type AnswerValue = Infer<typeof answerValueSchema>;

const savedAnswerFields = {
  slot: integer,
  question_id: id,
  ...answerValueFields,
  sequence: integer,
  saved_at: instant,
};
const savedAnswerSchema = objectOf(savedAnswerFields);
export type SavedAnswer = Infer<typeof savedAnswerSchema>;
const now = withDescription(instant, 'Server time, for the countdown to `deadline`.');
/** `PUT /api/attempts/{id}/answers/{slot}` */
export const saveAnswerSchema = objectOf({
  ...savedAnswerFields,
  now,
  deadline: withDescription(nullable(instant), 'Current deadline, including extra time given in the meantime.'),
  review: withDescription(
    nullable(reviewQuestionSchema),
    'Right answer and explanation if the review is `during`; otherwise null.',
  ),
});
export type SaveAnswerResponse = Infer<typeof saveAnswerSchema>;

/** Fields of an attempt's sheet besides its row: frozen questions, saved answers, the clock, and the review. */
export const sheetExtraSchema = objectOf({
  title: text,
  now,
  time_limit_minutes: withDescription(
    nullable(integer),
    'Standard time limit, without `extra_minutes`. null: no limit.',
  ),
  at_end: withDescription(stringEnum(AT_END_CHOICES), 'What happens at the deadline, as set when the attempt started.'),
  closes_at: withDescription(
    nullable(instant),
    'Latest time to submit saved answers: the deadline or the end of the grace period. null: no limit.',
  ),
  questions: listOf(sheetQuestionSchema),
  answers: listOf(savedAnswerSchema),
  review_policy: withDescription(stringEnum(REVIEW_CHOICES), 'As set when the attempt started.'),
  review: withDescription(
    nullable(listOf(reviewQuestionSchema)),
    'Right answers and explanations as the review policy allows, while the attempt runs only for answered questions; otherwise null.',
  ),
});
export type AttemptSheet = AttemptRow & Infer<typeof sheetExtraSchema>;

/** `POST /api/attempts/{id}/void` */
export const voidAttemptSchema = objectOf({
  attempt_id: id,
  assignment_id: id,
  evidence_voided: withExample(withDescription(integer, 'Evidence of the completion by this attempt.'), 1),
  assignment_state: withExample(withDescription(stringEnum(ASSIGNMENT_STATES), 'Current state.'), 'in_progress'),
});
export type VoidAttemptResponse = Infer<typeof voidAttemptSchema>;

/** Maximum number of attempts listed by `POST /api/questions/{id}/regrade`. */
export const REGRADED_ATTEMPTS_LISTED_MAX = 1_000;
const RESULTS = ['passed', 'failed'] as const;
const regradedAttemptSchema = objectOf({
  attempt_id: id,
  staff_id: id,
  staff_name: withExample(text, 'Asha Rao'),
  training_id: id,
  training_title: withExample(text, 'Forklift: daily check'),
  submitted_at: instant,
  score_before: withExample(withDescription(nullable(decimal), 'Percent with two decimals.'), 50),
  score_after: withExample(
    withDescription(nullable(decimal), 'Percent with two decimals, with the current question.'),
    100,
  ),
  result_before: withDescription(stringEnum(RESULTS), 'Whether it passed.'),
  result_after: withDescription(stringEnum(RESULTS), 'Whether it passes.'),
});
export type RegradedAttempt = Infer<typeof regradedAttemptSchema>;
/** `POST /api/questions/{id}/regrade` */
export const regradeQuestionSchema = objectOf({
  raised: withDescription(integer, 'Attempts whose score rises.'),
  lowered: withDescription(integer, 'Attempts whose score falls; 0 unless `lower` was sent.'),
  unchanged: withDescription(integer, 'Attempts that do not change.'),
  attempts: withDescription(
    listOf(regradedAttemptSchema),
    `Changed attempts, earliest first, at most ${REGRADED_ATTEMPTS_LISTED_MAX}.`,
  ),
  job_id: withDescription(nullable(id), 'The job that regrades them; null: no change, or a dry run.'),
});
export type RegradeQuestionResponse = Infer<typeof regradeQuestionSchema>;

const slotDrawSchema = objectOf({
  count: withDescription(integer, 'Number of questions to draw, each with these points.'),
  tag: nullable(text),
  skill_id: nullable(id),
  difficulty: nullable(stringEnum(DIFFICULTY_CHOICES)),
  matching: withDescription(integer, 'Number of matching questions in the bank, without those fixed in the quiz.'),
  missing: withDescription(
    integer,
    'Number of missing questions, without using one twice; the quiz cannot start unless it is 0.',
  ),
});
export type SlotDraw = Infer<typeof slotDrawSchema>;
/** `GET /api/quizzes/{id}/slots`: a fixed question, or the criteria of random ones. */
export const quizSlotSchema = objectOf({
  slot: integer,
  question_id: withDescription(nullable(id), 'null: drawn at random.'),
  points: integer,
  kind: withDescription(nullable(kind), 'null: drawn at random.'),
  text: withDescription(nullable(text), 'null: drawn at random.'),
  draw: withDescription(nullable(slotDrawSchema), 'What is drawn when an attempt starts; null: a fixed question.'),
});
export type QuizSlotResponse = Infer<typeof quizSlotSchema>;

/** `GET /api/quizzes/{id}/preview` */
export const quizPreviewSchema = objectOf({
  quiz_id: id,
  training_id: id,
  title: text,
  pass_mark: integer,
  time_limit_minutes: nullable(integer),
  questions: listOf(sheetQuestionSchema),
});
export type QuizPreview = Infer<typeof quizPreviewSchema>;

/** `POST /api/quizzes/{id}/try`: the score these answers would get. */
export const quizTrialSchema = objectOf({
  correct: decimal,
  total: decimal,
  score: nullable(decimal),
  passed: flag,
  questions: listOf(objectOf({ question_id: id, answered: flag, earned: decimal })),
});
export type QuizTrialResponse = Infer<typeof quizTrialSchema>;
