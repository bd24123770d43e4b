import type { Day } from '../../common/calendar';
import { DomainEvent, DomainQuery } from '../../tenancy/domain-event-bus';
import type { SkillBand } from './granted-levels';

/** The first passing attempt of this cycle, in whole points. */
export interface PassedQuiz {
  attempt_id: string;
  correct: number;
  total: number;
  /** UTC milliseconds of the submission. */
  passed_at: number;
}
export interface AssignmentCycle {
  assignment_id: string;
  staff_id: string;
  training_id: string;
  cycle: number;
}

/** Whether the training has a quiz that must be passed. */
export const HAS_QUIZ = new DomainQuery<{ training_id: string }, boolean>('has a quiz');
/** none: no active quiz. short: it draws more questions than there are. */
export const QUIZ_STATE = new DomainQuery<{ training_id: string }, 'none' | 'short' | 'ready'>('state of a quiz');
/** null: not passed in this cycle. Query only if `HAS_QUIZ`. */
export const PASSED_QUIZ = new DomainQuery<AssignmentCycle, PassedQuiz | null>('passed quiz');
/**
 * Attempts at the active quiz in this cycle; null: no active quiz. `allowed` null: unlimited; excludes extra
 * attempts.
 */
export const QUIZ_ATTEMPTS = new DomainQuery<AssignmentCycle, { allowed: number | null; used: number } | null>(
  'attempts at a quiz',
);

/** Ids of the given assignments that have a passed attempt. */
export const PASSED_ASSIGNMENTS = new DomainQuery<{ assignment_id: readonly string[] }, ReadonlySet<string>>(
  'passed assignments',
);

/** End of the session attended in this cycle (UTC milliseconds); null: none. For type classroom only. */
export const ATTENDED_AT = new DomainQuery<AssignmentCycle, number | null>('attended a session');
export const SESSION_COUNT = new DomainQuery<{ training_id: string }, number>('sessions of a training');

/**
 * The quiz of a training was archived, restored, deleted or its questions replaced; published in the same
 * transaction.
 */
export const QUIZ_CHANGED = new DomainEvent<{ training_id: string }>('quiz changed');

export interface Completion extends AssignmentCycle {
  /** Starts at 1; each revoked completion adds one. */
  completion_no: number;
  training_code: string;
  training_title: string;
  /** UTC milliseconds: the latest time of the required parts. */
  completed_at: number;
  /** The last valid day, in the customer's time zone; null: no expiry. */
  valid_until: Day | null;
  /** Evidence renewed within so many days before its end is extended from its old end. */
  extends_within: number;
  /** null: the training has no quiz. */
  quiz: PassedQuiz | null;
  /** At most one band per skill; evidence copies the level (docs/skill-levels.md). */
  granted: readonly SkillBand[];
  /** Recording a history. Omitted for present completions, even with attendance marked later. */
  is_past?: true;
}

/** Published once per completion. */
export const TRAINING_COMPLETED = new DomainEvent<Completion>('training completed');

interface RevokedCompletion extends AssignmentCycle {
  completion_no: number;
  /** UTC milliseconds. */
  completed_at: number;
  reason: string;
}

/** Published while the person's LedgerLocks are held. */
export const COMPLETION_REVOKED = new DomainEvent<RevokedCompletion>('completion revoked');

/** Published, archived or restored, which changes who can be assigned it. */
export const TRAINING_STATUS_CHANGED = new DomainEvent<{ training_id: string }>('training status changed');

export interface AssignedTrainings {
  /** Only those written by this change. */
  assignments: readonly { assignment_id: string; staff_id: string; training_id: string }[];
  /** Day in the customer's time zone. */
  assigned_on: string;
  /** Opened by a renewal, not assigned by a person. */
  renews?: true;
  /** Set if the learner enrolled, directly or after approval. */
  chosen?: 'self' | 'approved';
}

/** New assignments, at most one batch. */
export const TRAININGS_ASSIGNED = new DomainEvent<AssignedTrainings>('trainings assigned');

/** Assignments were removed or waived. */
export const ASSIGNMENTS_ENDED = new DomainEvent<{ staff_id: readonly string[] }>('assignments ended');

export interface SessionBookingsChange {
  what: 'booked' | 'moved_up' | 'changed' | 'cancelled';
  session_id: string;
  training_id: string;
  /** UTC milliseconds. */
  starts_at: number;
  /** Identifies the change, so that each is notified once. */
  version: number;
  staff_id: readonly string[];
}

/** Bookings or the session itself have changed. */
export const SESSION_BOOKINGS_CHANGED = new DomainEvent<SessionBookingsChange>('session bookings changed');

/** Requested or declined; an approval publishes TRAININGS_ASSIGNED. */
export interface EnrolmentRequestChange {
  what: 'asked' | 'declined';
  enrolment_request_id: string;
  /** Row version of the request, so that each change is notified once. */
  version: number;
  training_id: string;
  /** The requester. */
  staff_id: string;
}

export const ENROLMENT_REQUEST_CHANGED = new DomainEvent<EnrolmentRequestChange>('enrolment request changed');
