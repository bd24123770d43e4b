/**
 * Decides what answers are worth and whether an attempt passes: "Quiz pass iff correct*100 >= pass_mark*total in
 * integers (never on a rounded percentage)" (reports.md §2); "option with a fraction from −1 to 1 (scores are floored
 * at 0)" and "grading rejects a repeated or foreign question id; marks never add up twice; a score of 0 is stored"
 * (domain.md). A point is a million marks, so that thirds are whole numbers too.
 */
import { percent } from '../platform/half-up';
import { AnswersRefused } from './grading.errors';

export const MARKS_PER_POINT = 1_000_000;
/** Three options of 0.3333 make one: what authors lose in rounding is given back. */
const ROUNDING_MARKS = 1_000;

interface GradedOption {
  option_id: string;
  /** −1 to 1. */
  fraction: number;
}

/** A question as it was frozen when the attempt began. */
export interface GradedQuestion {
  question_id: string;
  kind: QuestionKind;
  /** Whole points ≥ 1. */
  points: number;
  options: readonly GradedOption[];
}

/** `option_id` as the call of the specification sends it; empty means not answered. */
export interface GivenAnswer {
  question_id: string;
  option_id: readonly string[];
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

type Grader = (question: GradedQuestion, chosen: readonly GradedOption[]) => number;

const oneChoice: Grader = (question, chosen) => {
  if (chosen.length > 1) throw new AnswersRefused('too_many_options', { question_id: question.question_id });
  return chosen.length === 0 ? 0 : marksOf(chosen[0]!.fraction);
};

const manyChoices: Grader = (_question, chosen) => chosen.reduce((sum, option) => sum + marksOf(option.fraction), 0);

/** A further kind of question is a further line here: marks of one point, any whole number; the floor is applied below. */
const graders = { single: oneChoice, multiple: manyChoices, true_false: oneChoice } satisfies Record<string, Grader>;

export type QuestionKind = keyof typeof graders;
export const QUESTION_KINDS = Object.keys(graders) as QuestionKind[];

/**
 * Grades a whole attempt against its frozen questions; what is not answered is worth 0.
 * AnswersRefused when an id is repeated or foreign: nothing is graded then. `passMark` is whole, 0 to 100.
 */
export function grade(questions: readonly GradedQuestion[], answers: readonly GivenAnswer[], passMark: number): Grade {
  const chosen = chosenByQuestion(questions, answers);
  const grades = questions.map((question) => gradeQuestion(question, chosen.get(question.question_id) ?? []));
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
export function gradeAnswer(question: GradedQuestion, optionIds: readonly string[]): QuestionGrade {
  return gradeQuestion(question, chosenOptions(question, optionIds));
}

function gradeQuestion(question: GradedQuestion, chosen: readonly GradedOption[]): QuestionGrade {
  const sum = graders[question.kind](question, chosen);
  const marks = sum + ROUNDING_MARKS >= MARKS_PER_POINT ? MARKS_PER_POINT : Math.max(0, sum);
  return {
    question_id: question.question_id,
    answered: chosen.length > 0,
    fraction: marks / MARKS_PER_POINT,
    marks: marks * question.points,
  };
}

function chosenByQuestion(questions: readonly GradedQuestion[], answers: readonly GivenAnswer[]) {
  const asked = new Map(questions.map((question) => [question.question_id, question]));
  const chosen = new Map<string, readonly GradedOption[]>();
  for (const { question_id, option_id } of answers) {
    const question = asked.get(question_id);
    if (!question) throw new AnswersRefused('question_foreign', { question_id });
    if (chosen.has(question_id)) throw new AnswersRefused('question_repeated', { question_id });
    chosen.set(question_id, chosenOptions(question, option_id));
  }
  return chosen;
}

function chosenOptions({ question_id, options }: GradedQuestion, optionIds: readonly string[]): GradedOption[] {
  const seen = new Set<string>();
  return optionIds.map((option_id) => {
    const option = options.find((candidate) => candidate.option_id === option_id);
    if (!option) throw new AnswersRefused('option_foreign', { question_id, option_id });
    if (seen.has(option_id)) throw new AnswersRefused('option_repeated', { question_id, option_id });
    seen.add(option_id);
    return option;
  });
}

function marksOf(fraction: number): number {
  return Math.round(fraction * MARKS_PER_POINT);
}
