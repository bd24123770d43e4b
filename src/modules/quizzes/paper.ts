/**
 * The paper: the questions frozen at the start of an attempt, with everything needed to show, grade and review them.
 * Later changes of the bank change no attempt (docs/domain.md). It is converted to the sheet of the learner, which has
 * no correct answers, to the input of grading, and to the review.
 */
import type { ReviewQuestion, SheetQuestion } from '../../contract/attempt.responses';
import type { MultipleGrading } from '../../contract/multiple-grading';
import type { AtEnd } from '../../contract/quizzes.resource';
import { randomBytes, randomInt } from 'node:crypto';
import { toAnswerParts, type StoredAnswer } from './answer-parts';
import { findAcceptedOption } from './answer-scoring';
import { MARKS_PER_POINT, type GradedQuestion, type QuestionKind } from './graded-question';
import type { QuestionGrade } from './grading';
import type { StoredOption } from './question.entity';

/** Fractions are stored as integers in ten-thousandths. */
export const FRACTION_SCALE = 10_000;

export interface PaperQuestion {
  /** From 1, in the order of this paper. */
  slot: number;
  question_id: string;
  kind: QuestionKind;
  text: string;
  points: number;
  /** multiple only. undefined in older attempts: fractions of ticked options are summed. */
  grading?: MultipleGrading;
  feedback: string | null;
  explanation: string | null;
  options: StoredOption[];
  /** Shuffled order of the option ids (ordering) or of the right-hand texts (matching). */
  shown?: string[];
}
export interface Paper {
  title: string;
  review: string;
  /** Without the extra time of a person, which is stored in the attempt. */
  time_limit_minutes: number | null;
  /** undefined in attempts older than the setting. */
  at_end?: AtEnd;
  /** Shuffled quizzes: the key of the learner's ids (paper-aliases.ts). Never leaves the server. */
  alias_key?: string;
  questions: PaperQuestion[];
}

export interface DrawnQuestion extends Omit<PaperQuestion, 'slot' | 'shown'> {}

/** Freezes the questions, in the order of the quiz or shuffled. */
export function createPaper(
  quiz: {
    title: string;
    review: string;
    time_limit_minutes: number | null;
    at_end: string;
    shuffle_questions: boolean;
    shuffle_options: boolean;
  },
  drawnQuestions: readonly DrawnQuestion[],
): Paper {
  const ordered = quiz.shuffle_questions ? shuffle(drawnQuestions) : [...drawnQuestions];
  return {
    title: quiz.title,
    review: quiz.review,
    time_limit_minutes: quiz.time_limit_minutes,
    at_end: quiz.at_end as AtEnd,
    ...((quiz.shuffle_questions || quiz.shuffle_options) && { alias_key: randomBytes(16).toString('hex') }),
    questions: ordered.map((question, at) => ({
      ...question,
      slot: at + 1,
      options:
        quiz.shuffle_options && SHUFFLED_ON_DEMAND.has(question.kind) ? shuffle(question.options) : question.options,
      ...shuffleShown(question),
    })),
  };
}

/** True/false options keep their order; ordering questions are always shuffled. */
const SHUFFLED_ON_DEMAND: ReadonlySet<QuestionKind> = new Set<QuestionKind>(['single', 'multiple', 'matching']);

/** Always shuffled, regardless of the quiz: the stored order would be the answer. */
function shuffleShown({ kind, options }: DrawnQuestion): { shown?: string[] } {
  if (kind === 'ordering') return { shown: shuffle(options.map(({ option_id }) => option_id)) };
  if (kind === 'matching') return { shown: shuffle([...new Set(options.flatMap(({ match }) => match ?? []))]) };
  return {};
}

/** Lists each field explicitly, so that a new field of the bank is not exposed by accident. */
export function toSheetQuestions(paper: Paper): SheetQuestion[] {
  return paper.questions.map((question) => {
    const { slot, question_id, kind, text, points, grading = null, shown = [] } = question;
    const options = visibleOptions(question).map((option) => ({ option_id: option.option_id, text: option.text }));
    return { slot, question_id, kind, text, points, grading, options, matches: kind === 'matching' ? shown : [] };
  });
}

function visibleOptions({ kind, options, shown = [] }: PaperQuestion): readonly StoredOption[] {
  if (kind === 'fill_in' || kind === 'numeric') return [];
  if (kind === 'matching') return options.filter(({ text }) => text !== '');
  if (kind !== 'ordering') return options;
  const positions = new Map(shown.map((option_id, at) => [option_id, at]));
  return options.toSorted((one, other) => positions.get(one.option_id)! - positions.get(other.option_id)!);
}

export function toGradedQuestion(question: PaperQuestion): GradedQuestion {
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

export function toGradedQuestions(paper: Paper): GradedQuestion[] {
  return paper.questions.map(toGradedQuestion);
}

type GradedAnswer = StoredAnswer & Pick<QuestionGrade, 'marks' | 'answered'>;
const EMPTY_ANSWER: GradedAnswer = { option_id: [], given: null, marks: 0, answered: false };

/** @param answers by slot */
export function toReview(paper: Paper, answers: ReadonlyMap<number, GradedAnswer>): ReviewQuestion[] {
  return paper.questions.map((question) => toReviewQuestion(question, answers.get(question.slot) ?? EMPTY_ANSWER));
}

export function toReviewQuestion(question: PaperQuestion, answer: GradedAnswer): ReviewQuestion {
  const acceptedMatch = findAcceptedOption(toGradedQuestion(question), answer);
  return {
    slot: question.slot,
    question_id: question.question_id,
    points: question.points,
    earned: answer.marks / MARKS_PER_POINT,
    answered: answer.answered,
    ...partsToReview(answer),
    chosen: acceptedMatch ? [acceptedMatch.option_id] : answer.option_id,
    right: rightOptions(question).map(({ option_id }) => option_id),
    feedback: question.feedback,
    explanation: question.explanation,
    options: question.options.map(({ option_id, text, fraction, feedback, match = null, tolerance = null }) => ({
      option_id,
      text,
      fraction: fraction / FRACTION_SCALE,
      feedback,
      match,
      tolerance,
    })),
  };
}

function partsToReview(answer: StoredAnswer): Pick<ReviewQuestion, 'text' | 'value' | 'pairs'> {
  const { text, value, pairs } = toAnswerParts(answer);
  return { text, value, pairs };
}

/** Typed answers count as right only with the full fraction. */
function rightOptions({ kind, options }: PaperQuestion): readonly StoredOption[] {
  if (kind === 'ordering') return options;
  if (kind === 'matching') return options.filter(({ text }) => text !== '');
  const least = kind === 'fill_in' || kind === 'numeric' ? FRACTION_SCALE : 1;
  return options.filter(({ fraction }) => fraction >= least);
}

export function shuffle<T>(items: readonly T[]): T[] {
  const copy = [...items];
  for (let last = copy.length - 1; last > 0; last--) {
    const other = randomInt(last + 1);
    [copy[last], copy[other]] = [copy[other]!, copy[last]!];
  }
  return copy;
}
