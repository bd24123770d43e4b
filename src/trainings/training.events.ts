import type { Ledgers } from '../skills/ledger-reading';
import { DomainEvent, Question } from '../tenancy/announcements';
import type { SkillBand } from './granted-levels';

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

/** Whether the training has a quiz that must be passed. */
export const HAS_QUIZ = new Question<{ training_id: string }, boolean>('has a quiz');
/** null: there is a quiz, and it has not been passed in this cycle. Asked only where `HAS_QUIZ`. */
export const PASSED_QUIZ = new Question<CycleOf, PassedQuiz | null>('passed quiz');

export interface Completion extends CycleOf {
  training_code: string;
  training_title: string;
  /** UTC milliseconds: the later of the video's threshold and the first passing submit. */
  completed_at: number;
  /** null: the training has no quiz. */
  quiz: PassedQuiz | null;
  /** One band a skill at most; the level is to be copied into the evidence (reports.md §2). */
  granted: readonly SkillBand[];
  /** Of the skills that are granted, read in this transaction after the person's LedgerLocks were taken; left out: not read yet. */
  ledgers?: Ledgers;
}

/** The assignment has been marked completed; told once a cycle. */
export const TRAINING_COMPLETED = new DomainEvent<Completion>('training completed');
