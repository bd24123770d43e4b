import type { Day } from '../platform/calendar';
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
/** none: no quiz that asks something. short: it draws more questions than there are. */
export const QUIZ_STATE = new Question<{ training_id: string }, 'none' | 'short' | 'ready'>('state of a quiz');
/** null: there is a quiz, and it has not been passed in this cycle. Asked only where `HAS_QUIZ`. */
export const PASSED_QUIZ = new Question<CycleOf, PassedQuiz | null>('passed quiz');
/** Attempts at the active quiz in this cycle; null: there is no such quiz. `allowed` null: any number, without extra ones. */
export const QUIZ_ATTEMPTS = new Question<CycleOf, { allowed: number | null; used: number } | null>(
  'attempts at a quiz',
);

/** Ids of the given assignments that have a passed attempt. */
export const PASSED_ASSIGNMENTS = new Question<{ assignment_id: readonly string[] }, ReadonlySet<string>>(
  'passed assignments',
);

/** When the session was that somebody attended in this cycle (UTC milliseconds); null: none yet. Asked of type classroom only. */
export const ATTENDED = new Question<CycleOf, number | null>('attended a session');
/** How many sessions it has. */
export const SESSIONS_OF = new Question<{ training_id: string }, number>('sessions of a training');

/** The quiz of a training was archived, restored, deleted or its questions replaced; published in the same transaction. */
export const QUIZ_CHANGED = new DomainEvent<{ training_id: string }>('quiz changed');

export interface Completion extends CycleOf {
  /** Which completion of the cycle: 1, unless one was taken back. */
  completion_no: number;
  training_code: string;
  training_title: string;
  /** UTC milliseconds: the later of the video's threshold and the first passing submit. */
  completed_at: number;
  /** The last valid day, by the organisation's calendar; null: for ever. */
  valid_until: Day | null;
  /** Evidence that it renews so many days before its end, or fewer, lasts from its old end. */
  extends_within: number;
  /** null: the training has no quiz. */
  quiz: PassedQuiz | null;
  /** One band a skill at most; the level is to be copied into the evidence (reports.md §2). */
  granted: readonly SkillBand[];
  /** A history is being recorded; left out: it happens now, however long ago its last part was (attendance is marked later). */
  is_past?: true;
}

/** The assignment has been marked completed; told once, and again if that was taken back. */
export const TRAINING_COMPLETED = new DomainEvent<Completion>('training completed');

interface RevokedCompletion extends CycleOf {
  completion_no: number;
  /** UTC milliseconds: when it took effect. */
  completed_at: number;
  reason: string;
}

/** A completion never counted; published while the person's LedgerLocks are held. */
export const COMPLETION_REVOKED = new DomainEvent<RevokedCompletion>('completion revoked');

/** It is published, or is so no longer: who can be assigned it has changed. */
export const TRAINING_OFFERED = new DomainEvent<{ training_id: string }>('training offered');

export interface AssignedTrainings {
  /** Each as it is now; what was there before is not among them. */
  assignments: readonly { assignment_id: string; staff_id: string; training_id: string }[];
  /** The organisation's day. */
  assigned_on: string;
  /** Nobody asked for it: what they had completed lapses. */
  renews?: true;
  /** By whoever has to do it: themselves, or after they had asked for it. */
  chosen?: 'self' | 'approved';
}

/** Staff have trainings to do that they had not before this; at most a batch of them. */
export const TRAININGS_ASSIGNED = new DomainEvent<AssignedTrainings>('trainings assigned');

/** People have assignments to do no longer: removed, or let off. */
export const ASSIGNMENTS_ENDED = new DomainEvent<{ staff_id: readonly string[] }>('assignments ended');

/** What became of people's places in a session. */
export interface SessionNews {
  what: 'booked' | 'moved_up' | 'changed' | 'cancelled';
  session_id: string;
  training_id: string;
  /** UTC milliseconds. */
  starts_at: number;
  /** Which change of who is in it, and when: told once each. */
  version: number;
  staff_id: readonly string[];
}

/** People have a place that they had not, or the session is not as it was. */
export const SESSION_NEWS = new DomainEvent<SessionNews>('session news');

/** What became of a request to take part: asked, or declined. Approved, the training is assigned. */
export interface EnrolmentNews {
  what: 'asked' | 'declined';
  enrolment_request_id: string;
  /** Of the request: told once each. */
  version: number;
  training_id: string;
  /** Who has asked. */
  staff_id: string;
}

/** Somebody has asked to take part, or was told that they cannot. */
export const ENROLMENT_NEWS = new DomainEvent<EnrolmentNews>('enrolment news');
