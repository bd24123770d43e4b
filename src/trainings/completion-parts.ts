import type { Tenant } from '../tenancy/tenant';
import type { SkillBand } from './granted-levels';

/**
 * What trainings ask of the floors above, which may not be imported from here: those floors provide these tokens
 * (`{ provide: QUIZ_RESULTS, useExisting: … }`), and TrainingCompletion finds them wherever they are provided.
 */
export const QUIZ_RESULTS = Symbol('QuizResults');
export const COMPLETION_LISTENER = Symbol('CompletionListener');

/** The first attempt that passed in this cycle; whole points, as `passes` wants them. */
export interface PassedQuiz {
  attempt_id: string;
  correct: number;
  total: number;
  /** UTC milliseconds: when it was submitted. */
  passed_at: number;
}
export interface CycleOf {
  assignment_id: string;
  staff_id: string;
  training_id: string;
  cycle: number;
}

export interface QuizResults {
  /** Whether the training has a quiz that must be passed. */
  hasQuiz(tenant: Tenant, training_id: string): Promise<boolean>;
  /** null: there is a quiz, and it has not been passed in this cycle. Asked only where `hasQuiz`. */
  passedIn(tenant: Tenant, cycle: CycleOf): Promise<PassedQuiz | null>;
}

export interface Completion extends CycleOf {
  training_code: string;
  training_title: string;
  /** UTC milliseconds: the later of the video's threshold and the first passing submit. */
  completed_at: number;
  /** null: the training has no quiz. */
  quiz: PassedQuiz | null;
  /** One band a skill at most; the level is to be copied into the evidence (reports.md §2). */
  granted: readonly SkillBand[];
}

export interface CompletionListener {
  /** Inside the transaction that marks the assignment completed; called once a cycle. */
  trainingCompleted(tenant: Tenant, completion: Completion): Promise<void>;
}
