import { DomainEvent } from '../tenancy/announcements';

export interface EndedQuiz {
  attempt_id: string;
  assignment_id: string;
  staff_id: string;
  training_id: string;
  result: 'passed' | 'failed';
  /** UTC milliseconds. */
  submitted_at: number;
}

/** An attempt was handed in, or its time was over, and it has been graded; told once. */
export const QUIZ_ENDED = new DomainEvent<EndedQuiz>('quiz ended');
