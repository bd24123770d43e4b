/** What learners are shown of right answers, feedback and explanations of their own attempt, and when. Pure. */
import type { ReviewPolicy } from '../contract/quizzes.resource';

/** How an attempt stands. */
export interface Moment {
  status: string;
  result: string | null;
  /** None is left of those allowed in its cycle, and none runs. Known where the policy asks for it. */
  isLast: boolean;
}

/** all: every question. given: those that are answered. nothing: neither what is right nor why. */
export type Shown = 'all' | 'given' | 'nothing';

const SHOWN: Record<ReviewPolicy, (moment: Moment) => boolean> = {
  during: () => true,
  after_submit: () => true,
  after_pass: ({ result }) => result === 'passed',
  after_last: ({ isLast }) => isLast,
  never: () => false,
};

/** A policy is the one that the quiz had when the attempt began. */
export function shownAt(policy: ReviewPolicy, moment: Moment): Shown {
  if (moment.status === 'submitted') return SHOWN[policy](moment) ? 'all' : 'nothing';
  return policy === 'during' && moment.status !== 'voided' ? 'given' : 'nothing';
}

/** Once what is right was shown, an answer stays as it was given. */
export const isFinalOnceGiven = (policy: string): boolean => policy === 'during';
