import type { MultipleGrading } from '../../contract/multiple-grading';
import type { QuestionKindChoice } from '../../contract/questions.resource';

export type QuestionKind = QuestionKindChoice;

/** Makes thirds of a point whole numbers. */
export const MARKS_PER_POINT = 1_000_000;

export interface GradedOption {
  option_id: string;
  /** −1 to 1. */
  fraction: number;
  /** An accepted text or value, or the left side of a pair; empty if the right text has no partner. */
  text?: string;
  /** The right side of a pair. */
  match?: string;
  tolerance?: string;
  case_sensitive?: boolean;
}

/** A question as frozen at the start of the attempt. */
export interface GradedQuestion {
  question_id: string;
  kind: QuestionKind;
  /** Whole points ≥ 1. */
  points: number;
  /** multiple only; undefined in attempts older than the setting. */
  grading?: MultipleGrading;
  /** Ordering questions: in the correct order. */
  options: readonly GradedOption[];
}
