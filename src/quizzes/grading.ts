/**
 * Decides what answers are worth and whether an attempt passes: "Quiz pass iff correct*100 >= pass_mark*total in
 * integers (never on a rounded percentage)" (reports.md §2); "option with a fraction from −1 to 1 (scores are floored
 * at 0)" and "grading rejects a repeated or foreign question id; marks never add up twice; a score of 0 is stored"
 * (domain.md).
 */
import { percent } from '../platform/half-up';
import { keptAnswer, type AnswerParts, type KeptAnswer } from './answer-parts';
import { WORTH } from './answer-worth';
import { MARKS_PER_POINT, type GradedQuestion } from './graded-question';
import { AnswersRefused } from './grading.errors';

/** Three options of 0.3333 make one: what authors lose in rounding is given back. */
const ROUNDING_MARKS = 1_000;

/** `option_id` as the call of the specification sends it; empty means not answered. */
export interface GivenAnswer extends AnswerParts {
  question_id: string;
}

export interface QuestionGrade {
  question_id: string;
  answered: boolean;
  /** 0 to 1. */
  fraction: number;
  /** points × fraction × MARKS_PER_POINT, whole. */
  marks: number;
}

export interface Grade {
  questions: QuestionGrade[];
  /** Whole marks, for `passes`. */
  correct_marks: number;
  total_marks: number;
  /** Points, for people: 18 of 22. Whole unless an answer was partly right. */
  correct: number;
  total: number;
  /** 100·correct/total with two decimals, half up; null for a quiz without points. For show only. */
  score: number | null;
  passed: boolean;
}

/**
 * Grades a whole attempt against its frozen questions; what is not answered is worth 0.
 * AnswersRefused when an id is repeated or foreign: nothing is graded then. `passMark` is whole, 0 to 100.
 */
export function grade(questions: readonly GradedQuestion[], answers: readonly GivenAnswer[], passMark: number): Grade {
  const given = givenByQuestion(questions, answers);
  const grades = questions.map((question) => gradeQuestion(question, given.get(question.question_id) ?? NOTHING));
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

/** Whole numbers of one unit (points or marks). A quiz without points is never passed. RangeError on fractions. */
export function passes(correct: number, total: number, passMark: number): boolean {
  if (![correct, total, passMark, correct * 100, passMark * total].every(Number.isSafeInteger)) {
    throw new RangeError(`Pass or fail is decided on whole numbers: ${correct} of ${total} against ${passMark}.`);
  }
  return total > 0 && correct * 100 >= passMark * total;
}

/** 81.82 for 18 of 22; null without points. For show: never compare it with a pass mark. */
export function score(correct: number, total: number): number | null {
  return percent(correct, total);
}

/** One answer as it is saved while the attempt runs; refuses like `grade`. */
export function gradeAnswer(question: GradedQuestion, answer: AnswerParts): QuestionGrade & KeptAnswer {
  const kept = keptAnswer(question, answer);
  return { ...kept, ...gradeQuestion(question, kept) };
}

const NOTHING: KeptAnswer = { option_id: [], given: null };

/** AnswersRefused where the answer does not fit the question. */
export function gradeQuestion(question: GradedQuestion, answer: KeptAnswer): QuestionGrade {
  const sum = WORTH[question.kind](question, answer);
  const marks = sum + ROUNDING_MARKS >= MARKS_PER_POINT ? MARKS_PER_POINT : Math.max(0, sum);
  return {
    question_id: question.question_id,
    answered: answer.option_id.length > 0 || answer.given !== null,
    fraction: marks / MARKS_PER_POINT,
    marks: marks * question.points,
  };
}

function givenByQuestion(questions: readonly GradedQuestion[], answers: readonly GivenAnswer[]) {
  const asked = new Map(questions.map((question) => [question.question_id, question]));
  const given = new Map<string, KeptAnswer>();
  for (const { question_id, ...answer } of answers) {
    const question = asked.get(question_id);
    if (!question) throw new AnswersRefused('question_foreign', { question_id });
    if (given.has(question_id)) throw new AnswersRefused('question_repeated', { question_id });
    given.set(question_id, keptAnswer(question, answer));
  }
  return given;
}
