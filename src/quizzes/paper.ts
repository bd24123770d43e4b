/**
 * What an attempt freezes at its start: the questions in their order with everything needed to show, grade and review
 * them. Editing the bank afterwards changes no attempt (domain.md, attempt). Three readings leave here: the learner's
 * sheet, which says nothing of what is right; what grading needs; and the review.
 */
import type { ReviewQuestion, SheetQuestion } from '../contract/attempt-answers';
import type { MultipleGrading } from '../contract/multiple-grading';
import type { AtEnd } from '../contract/quizzes.resource';
import { randomBytes, randomInt } from 'node:crypto';
import { partsOf, type KeptAnswer } from './answer-parts';
import { acceptedOption } from './answer-worth';
import { MARKS_PER_POINT, type GradedQuestion, type QuestionKind } from './graded-question';
import type { QuestionGrade } from './grading';
import type { KeptOption } from './question.entity';

/** Fractions are kept in whole ten-thousandths. */
export const FRACTION_SCALE = 10_000;

export interface PaperQuestion {
  /** From 1, in the order of this paper. */
  slot: number;
  question_id: string;
  kind: QuestionKind;
  text: string;
  points: number;
  /** multiple. Left out: begun when the fractions of what is ticked were added up, whatever else was ticked. */
  grading?: MultipleGrading;
  feedback: string | null;
  explanation: string | null;
  options: KeptOption[];
  /** Mixed for this attempt: the ids of an order, whose options stand in the right one; the right-hand texts of pairs. */
  shown?: string[];
}
export interface Paper {
  title: string;
  review: string;
  /** As everybody has it; what one person has beside it is the attempt's. */
  time_limit_minutes: number | null;
  /** Left out: begun before there was a choice. */
  at_end?: AtEnd;
  /** Of a shuffled quiz: what the learner's ids are derived with (paper-aliases.ts). Never leaves the server. */
  alias_key?: string;
  questions: PaperQuestion[];
}

export interface DrawnQuestion extends Omit<PaperQuestion, 'slot' | 'shown'> {}

/** The questions in the quiz's order, or in one of the attempt's own. */
export function drawPaper(
  quiz: {
    title: string;
    review: string;
    time_limit_minutes: number | null;
    at_end: string;
    shuffle_questions: boolean;
    shuffle_options: boolean;
  },
  drawn: readonly DrawnQuestion[],
): Paper {
  const ordered = quiz.shuffle_questions ? shuffled(drawn) : [...drawn];
  return {
    title: quiz.title,
    review: quiz.review,
    time_limit_minutes: quiz.time_limit_minutes,
    at_end: quiz.at_end as AtEnd,
    ...((quiz.shuffle_questions || quiz.shuffle_options) && { alias_key: randomBytes(16).toString('hex') }),
    questions: ordered.map((question, at) => ({
      ...question,
      slot: at + 1,
      options: quiz.shuffle_options && MIXED_AT_WILL.has(question.kind) ? shuffled(question.options) : question.options,
      ...mixed(question),
    })),
  };
}

/** "True" before "False" is no secret, and turned round it reads like a trap; an order is mixed in any case. */
const MIXED_AT_WILL: ReadonlySet<QuestionKind> = new Set<QuestionKind>(['single', 'multiple', 'matching']);

/** Whatever the quiz says of shuffling: in their own order they would be the answer. */
function mixed({ kind, options }: DrawnQuestion): { shown?: string[] } {
  if (kind === 'ordering') return { shown: shuffled(options.map(({ option_id }) => option_id)) };
  if (kind === 'matching') return { shown: shuffled([...new Set(options.flatMap(({ match }) => match ?? []))]) };
  return {};
}

/** Only what is named here leaves: a field added to the bank stays inside until somebody writes it down. */
export function sheetOf(paper: Paper): SheetQuestion[] {
  return paper.questions.map((question) => {
    const { slot, question_id, kind, text, points, grading = null, shown = [] } = question;
    const options = shownOptions(question).map((option) => ({ option_id: option.option_id, text: option.text }));
    return { slot, question_id, kind, text, points, grading, options, matches: kind === 'matching' ? shown : [] };
  });
}

function shownOptions({ kind, options, shown = [] }: PaperQuestion): readonly KeptOption[] {
  if (kind === 'fill_in' || kind === 'numeric') return [];
  if (kind === 'matching') return options.filter(({ text }) => text !== '');
  if (kind !== 'ordering') return options;
  const places = new Map(shown.map((option_id, at) => [option_id, at]));
  return options.toSorted((one, other) => places.get(one.option_id)! - places.get(other.option_id)!);
}

export function gradedQuestion(question: PaperQuestion): GradedQuestion {
  return {
    question_id: question.question_id,
    kind: question.kind,
    points: question.points,
    ...(question.grading && { grading: question.grading }),
    options: question.options.map(({ feedback: _, fraction, ...option }) => ({
      ...option,
      fraction: fraction / FRACTION_SCALE,
    })),
  };
}

export function gradedQuestions(paper: Paper): GradedQuestion[] {
  return paper.questions.map(gradedQuestion);
}

type Graded = KeptAnswer & Pick<QuestionGrade, 'marks' | 'answered'>;
const NOTHING: Graded = { option_id: [], given: null, marks: 0, answered: false };

/** What was right, and why; `answers` by slot. */
export function reviewOf(paper: Paper, answers: ReadonlyMap<number, Graded>): ReviewQuestion[] {
  return paper.questions.map((question) => reviewOfOne(question, answers.get(question.slot) ?? NOTHING));
}

export function reviewOfOne(question: PaperQuestion, answer: Graded): ReviewQuestion {
  const met = acceptedOption(gradedQuestion(question), answer);
  return {
    slot: question.slot,
    question_id: question.question_id,
    points: question.points,
    earned: answer.marks / MARKS_PER_POINT,
    answered: answer.answered,
    ...partsToReview(answer),
    chosen: met ? [met.option_id] : answer.option_id,
    right: rightOptions(question).map(({ option_id }) => option_id),
    feedback: question.feedback,
    explanation: question.explanation,
    options: question.options.map(({ option_id, text, fraction, feedback, match = null, tolerance = null }) => ({
      ...{ option_id, text, fraction: fraction / FRACTION_SCALE, feedback },
      ...{ match, tolerance },
    })),
  };
}

function partsToReview(answer: KeptAnswer): Pick<ReviewQuestion, 'text' | 'value' | 'pairs'> {
  const { text, value, pairs } = partsOf(answer);
  return { text, value, pairs };
}

/** What is typed is right when it is worth everything; less is said beside it. */
function rightOptions({ kind, options }: PaperQuestion): readonly KeptOption[] {
  if (kind === 'ordering') return options;
  if (kind === 'matching') return options.filter(({ text }) => text !== '');
  const least = kind === 'fill_in' || kind === 'numeric' ? FRACTION_SCALE : 1;
  return options.filter(({ fraction }) => fraction >= least);
}

export function shuffled<T>(items: readonly T[]): T[] {
  const copy = [...items];
  for (let last = copy.length - 1; last > 0; last--) {
    const other = randomInt(last + 1);
    [copy[last], copy[other]] = [copy[other]!, copy[last]!];
  }
  return copy;
}
