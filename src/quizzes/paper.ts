/**
 * What an attempt freezes at its start: the questions in their order with everything needed to show, grade and review
 * them. Editing the bank afterwards changes no attempt (domain.md, attempt). Three readings leave here: the learner's
 * sheet, which says nothing of what is right; what grading needs; and the review.
 */
import type { ReviewQuestion, SheetQuestion } from '../contract/attempt-answers';
import { randomInt } from 'node:crypto';
import { MARKS_PER_POINT, type GradedQuestion, type QuestionGrade, type QuestionKind } from './grading';
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
  feedback: string | null;
  explanation: string | null;
  options: KeptOption[];
}
export interface Paper {
  title: string;
  review: string;
  time_limit_minutes: number | null;
  questions: PaperQuestion[];
}

export interface DrawnQuestion extends Omit<PaperQuestion, 'slot'> {}

/** The questions in the quiz's order, or in one of the attempt's own. */
export function drawPaper(
  quiz: {
    title: string;
    review: string;
    time_limit_minutes: number | null;
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
    questions: ordered.map((question, at) => ({
      ...question,
      slot: at + 1,
      // "True" before "False" is no secret, and turned round it reads like a trap.
      options: quiz.shuffle_options && question.kind !== 'true_false' ? shuffled(question.options) : question.options,
    })),
  };
}

/** Only what is named here leaves: a field added to the bank stays inside until somebody writes it down. */
export function sheetOf(paper: Paper): SheetQuestion[] {
  return paper.questions.map(({ slot, question_id, kind, text, points, options }) => ({
    slot,
    question_id,
    kind,
    text,
    points,
    options: options.map((option) => ({ option_id: option.option_id, text: option.text })),
  }));
}

export function gradedQuestion(question: PaperQuestion): GradedQuestion {
  return {
    question_id: question.question_id,
    kind: question.kind,
    points: question.points,
    options: question.options.map(({ option_id, fraction }) => ({ option_id, fraction: fraction / FRACTION_SCALE })),
  };
}

export function gradedQuestions(paper: Paper): GradedQuestion[] {
  return paper.questions.map(gradedQuestion);
}

/** Which options were right, and why; `answers` by slot. */
export function reviewOf(
  paper: Paper,
  answers: ReadonlyMap<number, Pick<QuestionGrade, 'marks'> & { option_id: readonly string[] }>,
): ReviewQuestion[] {
  return paper.questions.map((question) => {
    const answer = answers.get(question.slot);
    return {
      slot: question.slot,
      question_id: question.question_id,
      points: question.points,
      earned: (answer?.marks ?? 0) / MARKS_PER_POINT,
      chosen: [...(answer?.option_id ?? [])],
      right: question.options.filter(({ fraction }) => fraction > 0).map(({ option_id }) => option_id),
      feedback: question.feedback,
      explanation: question.explanation,
      options: question.options.map(({ option_id, fraction, feedback }) => ({
        option_id,
        fraction: fraction / FRACTION_SCALE,
        feedback,
      })),
    };
  });
}

function shuffled<T>(items: readonly T[]): T[] {
  const copy = [...items];
  for (let last = copy.length - 1; last > 0; last--) {
    const other = randomInt(last + 1);
    [copy[last], copy[other]] = [copy[other]!, copy[last]!];
  }
  return copy;
}
