import type { MultipleGrading } from '../contract/multiple-grading';
import type { QuestionKindChoice } from '../contract/questions.resource';

export type QuestionKind = QuestionKindChoice;

/** A point is a million marks, so that thirds are whole numbers too. */
export const MARKS_PER_POINT = 1_000_000;

export interface GradedOption {
  option_id: string;
  /** −1 to 1. */
  fraction: number;
  /** An accepted text or value, or the left of a pair: empty where a right-hand text belongs to none. */
  text?: string;
  /** The right of a pair. */
  match?: string;
  tolerance?: string;
  case_sensitive?: boolean;
}

/** A question as it was frozen when the attempt began. */
export interface GradedQuestion {
  question_id: string;
  kind: QuestionKind;
  /** Whole points ≥ 1. */
  points: number;
  /** multiple; left out: an attempt begun before there was a choice. */
  grading?: MultipleGrading;
  /** Of an order in the right one. */
  options: readonly GradedOption[];
}
