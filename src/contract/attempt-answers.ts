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
  text: described(text, 'What is asked: plain text with line breaks.'),
  points: whole,
  grading: described(
    orNull(oneOfWords(MULTIPLE_GRADINGS)),
    'Whether wrong ticks cost, or all must be right and nothing else; null: of other kinds.',
  ),
  options: described(
    listOf(fields({ option_id: id, text })),
    'What may be chosen, the left texts of pairs, or the items of an order, mixed. None where something is typed.',
  ),
  matches: described(listOf(text), 'The right-hand texts of pairs, mixed.'),
});
export type SheetQuestion = Of<typeof sheetQuestion>;

const reviewQuestion = fields({
  slot: whole,
  question_id: id,
  points: whole,
  earned: decimal,
  answered: flag,
  chosen: described(listOf(id), 'What was chosen; the order that was made; of what is typed the accepted one it met.'),
  right: described(listOf(id), 'What is right to choose or accepted in full; the right order; the pairs.'),
  text: described(orNull(text), 'What was typed.'),
  value: described(orNull(text), 'The number that was typed.'),
  pairs: described(orNull(listOf(givenPair)), 'What was matched.'),
  feedback: orNull(text),
  explanation: orNull(text),
  options: listOf(
    fields({
      option_id: id,
      text,
      fraction: decimal,
      feedback: orNull(text),
      match: described(orNull(text), 'The right of the pair; null for other kinds.'),
      tolerance: described(orNull(text), 'How far from the value is still right; null for other kinds.'),
    }),
  ),
});
export type ReviewQuestion = Of<typeof reviewQuestion>;

const parts = {
  option_id: listOf(id),
  text: described(orNull(text), 'What was typed; null for other kinds.'),
  value: described(orNull(text), 'The number that was typed, as decimal text; null for other kinds.'),
  pairs: described(orNull(listOf(givenPair)), 'What was matched; null for other kinds.'),
};
const answerParts = fields(parts);
/** An answer in the shape of its question's kind. */
export type GivenParts = Of<typeof answerParts>;

const saved = { slot: whole, question_id: id, ...parts, sequence: whole, saved_at: instant };
const savedAnswer = fields(saved);
export type SavedAnswer = Of<typeof savedAnswer>;
const now = described(instant, 'The server’s clock, to count down to `deadline` by.');
/** `PUT /api/attempts/{id}/answers/{slot}` */
export const answerSaved = fields({
  ...saved,
  now,
  deadline: described(orNull(instant), 'As it is now: extra time that was given meanwhile has moved it.'),
  review: described(orNull(reviewQuestion), 'What is right and why, where the review is `during`; null otherwise.'),
});
export type AnswerSaved = Of<typeof answerSaved>;

/** What an attempt's sheet has beside its row: frozen questions, saved answers, the clock; afterwards the review. */
export const sheetParts = fields({
  title: text,
  now,
  time_limit_minutes: described(orNull(whole), 'As everybody has it; `extra_minutes` come on top. null: no limit.'),
  at_end: described(oneOfWords(AT_END_CHOICES), 'What happens at the deadline, as the quiz said when it began.'),
  closes_at: described(
    orNull(instant),
    'Up to when what is saved can be handed in: the deadline, or the end of its grace period. null: no limit.',
  ),
  questions: listOf(sheetQuestion),
  answers: listOf(savedAnswer),
  review_policy: described(oneOfWords(REVIEW_CHOICES), 'As the quiz said when it began.'),
  review: described(
    orNull(listOf(reviewQuestion)),
    'What was right and why, by the review policy; while it runs of what is answered. null otherwise.',
  ),
});
export type AttemptSheet = AttemptRow & Of<typeof sheetParts>;

/** `POST /api/attempts/{id}/void` */
export const attemptVoidedAnswer = fields({
  attempt_id: id,
  assignment_id: id,
  evidence_voided: like(described(whole, 'Evidence of the completion that this attempt brought about.'), 1),
  assignment_state: like(described(oneOfWords(ASSIGNMENT_STATES), 'As it is now.'), 'in_progress'),
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
  score_after: like(described(orNull(decimal), 'The same, as the question is now.'), 100),
  result_before: described(oneOfWords(RESULTS), 'Whether it passed.'),
  result_after: described(oneOfWords(RESULTS), 'Whether it passes.'),
});
export type RegradedAttempt = Of<typeof regradedAttempt>;
/** `POST /api/questions/{id}/regrade` */
export const questionRegradedAnswer = fields({
  raised: described(whole, 'Attempts whose score rises.'),
  lowered: described(whole, 'Attempts whose score falls; 0 unless `lower` was sent.'),
  unchanged: described(whole, 'Attempts that stay as they are.'),
  attempts: described(listOf(regradedAttempt), `Those that change, the earliest first, at most ${REGRADED_SHOWN_MAX}.`),
  job_id: described(orNull(id), 'The job that changes them; null: nothing changes, or the call was a dry run.'),
});
export type QuestionRegraded = Of<typeof questionRegradedAnswer>;

const slotDraw = fields({
  count: described(whole, 'How many questions it takes, each for these points.'),
  tag: orNull(text),
  skill_id: orNull(id),
  difficulty: orNull(oneOfWords(DIFFICULTY_CHOICES)),
  matching: described(
    whole,
    'How many questions of the bank it could take; those that stand fixed in the quiz are not among them.',
  ),
  missing: described(
    whole,
    'How many it lacks, where no question is taken twice; the quiz cannot begin before it is 0.',
  ),
});
export type SlotDraw = Of<typeof slotDraw>;
/** What stands in a place, as `GET /api/quizzes/{id}/slots` answers it: a question, or what is drawn there. */
export const slotAnswer = fields({
  slot: whole,
  question_id: described(orNull(id), 'null: it is drawn.'),
  points: whole,
  kind: described(orNull(kind), 'null: it is drawn.'),
  text: described(orNull(text), 'null: it is drawn.'),
  draw: described(orNull(slotDraw), 'What is drawn when an attempt begins; null: it is fixed.'),
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
