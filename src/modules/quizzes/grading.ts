/**
 * Grades answers and decides whether an attempt passes: if correct × 100 ≥ pass_mark × total in integers, never on a
 * rounded percentage. Option fractions range from −1 to 1, scores are at least 0, and a repeated or foreign question id
 * is rejected (docs/domain.md).
 */
import { percent } from '../../common/rounding';
import { toStoredAnswer, type AnswerParts, type StoredAnswer } from './answer-parts';
import { SCORERS } from './answer-scoring';
import { MARKS_PER_POINT, type GradedQuestion } from './graded-question';
import { InvalidAnswersError } from './grading.errors';

/** Tolerance for rounded fractions: three options of 0.3333 make one. */
const ROUNDING_MARKS = 1_000;

/** An empty `option_id` means not answered. */
export interface AnswerInput extends AnswerParts {
  question_id: string;
}

export interface QuestionGrade {
  question_id: string;
  answered: boolean;
  /** 0 to 1. */
  fraction: number;
  /** points × fraction × MARKS_PER_POINT, an integer. */
  marks: number;
}

export interface Grade {
  questions: QuestionGrade[];
  /** Integers, for `passes`. */
  correct_marks: number;
  total_marks: number;
  /** Points for display: 18 of 22. Integers unless an answer was partly right. */
  correct: number;
  total: number;
  /** Percent with two decimals, rounded half up, for display only; null for a quiz without points. */
  score: number | null;
  passed: boolean;
}

/**
 * Grades all answers of an attempt against its frozen questions; unanswered ones score 0.
 * @param passMark whole percent, 0 to 100 @throws InvalidAnswersError on a repeated or foreign id; nothing is graded then
 */
export function grade(questions: readonly GradedQuestion[], answers: readonly AnswerInput[], passMark: number): Grade {
  const storedAnswers = storedAnswersByQuestion(questions, answers);
  const grades = questions.map((question) =>
    gradeQuestion(question, storedAnswers.get(question.question_id) ?? EMPTY_ANSWER),
  );
  const correct_marks = grades.reduce((sum, { marks }) => sum + marks, 0);
  const total = questions.reduce((sum, { points }) => sum + points, 0);
  const total_marks = total * MARKS_PER_POINT;
  return {
    questions: grades,
    correct_marks,
    total_marks,
    correct: correct_marks / MARKS_PER_POINT,
    total,
    score: score(correct_marks, total_marks),
    passed: passes(correct_marks, total_marks, passMark),
  };
}

/**
 * @param correct integer in the unit of `total` (points or marks)
 * @returns false for a quiz without points @throws RangeError on fractions
 */
export function passes(correct: number, total: number, passMark: number): boolean {
  if (![correct, total, passMark, correct * 100, passMark * total].every(Number.isSafeInteger)) {
    throw new RangeError(`Pass or fail needs integers: ${correct} of ${total}, pass mark ${passMark}.`);
  }
  return total > 0 && correct * 100 >= passMark * total;
}

/** 81.82 for 18 of 22; null without points. For display: never compare it with a pass mark. */
export function score(correct: number, total: number): number | null {
  return percent(correct, total);
}

/** Grades one answer while the attempt runs. @throws InvalidAnswersError */
export function gradeAnswer(question: GradedQuestion, answer: AnswerParts): QuestionGrade & StoredAnswer {
  const stored = toStoredAnswer(question, answer);
  return { ...stored, ...gradeQuestion(question, stored) };
}

const EMPTY_ANSWER: StoredAnswer = { option_id: [], given: null };

/** @throws InvalidAnswersError */
export function gradeQuestion(question: GradedQuestion, answer: StoredAnswer): QuestionGrade {
  const sum = SCORERS[question.kind](question, answer);
  const marks = sum + ROUNDING_MARKS >= MARKS_PER_POINT ? MARKS_PER_POINT : Math.max(0, sum);
  return {
    question_id: question.question_id,
    answered: answer.option_id.length > 0 || answer.given !== null,
    fraction: marks / MARKS_PER_POINT,
    marks: marks * question.points,
  };
}

function storedAnswersByQuestion(questions: readonly GradedQuestion[], answers: readonly AnswerInput[]) {
  const questionsById = new Map(questions.map((question) => [question.question_id, question]));
  const storedAnswers = new Map<string, StoredAnswer>();
  for (const { question_id, ...answer } of answers) {
    const question = questionsById.get(question_id);
    if (!question) throw new InvalidAnswersError('question_foreign', { question_id });
    if (storedAnswers.has(question_id)) throw new InvalidAnswersError('question_repeated', { question_id });
    storedAnswers.set(question_id, toStoredAnswer(question, answer));
  }
  return storedAnswers;
}
