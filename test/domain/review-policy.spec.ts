import { REVIEW_CHOICES, type ReviewPolicy } from '../../src/contract/quizzes.resource';
import { reviewScopeAt, type AttemptStanding, type ReviewScope } from '../../src/modules/quizzes/review-policy';

const MOMENTS = {
  running: { status: 'in_progress', result: null, isLast: false },
  'the last one running': { status: 'in_progress', result: null, isLast: true },
  'failed, others left': { status: 'submitted', result: 'failed', isLast: false },
  'failed, the last': { status: 'submitted', result: 'failed', isLast: true },
  'passed, others left': { status: 'submitted', result: 'passed', isLast: false },
  'passed, the last': { status: 'submitted', result: 'passed', isLast: true },
  abandoned: { status: 'abandoned', result: null, isLast: true },
  voided: { status: 'voided', result: 'passed', isLast: true },
} as const satisfies Record<string, AttemptStanding>;

/** What a learner may see of solutions, feedback and explanations; the columns are the moments above, in order. */
const TABLE: Record<ReviewPolicy, string> = {
  during: 'given given all all all all given nothing',
  after_submit: 'nothing nothing all all all all nothing nothing',
  after_pass: 'nothing nothing nothing nothing all all nothing nothing',
  after_last: 'nothing nothing nothing all nothing all nothing nothing',
  never: 'nothing nothing nothing nothing nothing nothing nothing nothing',
};

describe('the review policy of a quiz', () => {
  const rows = REVIEW_CHOICES.flatMap((policy) =>
    Object.entries(MOMENTS).map(
      ([name, moment], at) => [policy, name, moment, TABLE[policy].split(' ')[at] as ReviewScope] as const,
    ),
  );
  it.each(rows)('%s: of an attempt that is %s', (policy, _, moment, shown) => {
    expect(reviewScopeAt(policy, moment)).toBe(shown);
  });
});
