/** How much of the review learners see of their own attempt, and when. Pure. */
import type { ReviewPolicy } from '../../contract/quizzes.resource';

export interface AttemptStanding {
  status: string;
  result: string | null;
  /** No further attempt is possible in the cycle and none is running. Only set if the policy needs it. */
  isLast: boolean;
}

/** all: every question. given: answered questions. nothing: no review. */
export type ReviewScope = 'all' | 'given' | 'nothing';

const IS_REVIEW_OPEN: Record<ReviewPolicy, (attempt: AttemptStanding) => boolean> = {
  during: () => true,
  after_submit: () => true,
  after_pass: ({ result }) => result === 'passed',
  after_last: ({ isLast }) => isLast,
  never: () => false,
};

/** @param policy as frozen in the attempt */
export function reviewScopeAt(policy: ReviewPolicy, attempt: AttemptStanding): ReviewScope {
  if (attempt.status === 'submitted') return IS_REVIEW_OPEN[policy](attempt) ? 'all' : 'nothing';
  return policy === 'during' && attempt.status !== 'voided' ? 'given' : 'nothing';
}

/** Whether an answer cannot change after its grade was shown. */
export const isFinalAfterAnswer = (policy: string): boolean => policy === 'during';
