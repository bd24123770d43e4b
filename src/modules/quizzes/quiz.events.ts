import { DomainEvent } from '../../tenancy/domain-event-bus';

export interface EndedQuiz {
  attempt_id: string;
  assignment_id: string;
  staff_id: string;
  training_id: string;
  result: 'passed' | 'failed';
  /** UTC milliseconds. */
  submitted_at: number;
}

/** An attempt was submitted or timed out, and has been graded. Published once per attempt; not for abandoned ones. */
export const QUIZ_ENDED = new DomainEvent<EndedQuiz>('quiz ended');
