import { outcomeOf } from '../../src/modules/assessments/practical-outcome';
import type { CriterionMark } from '../../src/contract/practical.responses';

const criteria = (...marks: (CriterionMark | null)[]) => marks.map((mark, at) => ({ mark, critical: at === 0 }));

describe('a filled checklist', () => {
  it.each([
    ['enough, and the critical one', criteria('met', 'met', 'not_met'), 2, 'passed'],
    ['all of them', criteria('met', 'met', 'met'), 3, 'passed'],
    ['too few', criteria('met', 'not_met', 'not_met'), 2, 'failed'],
    ['enough, but not the critical one', criteria('not_met', 'met', 'met'), 2, 'failed'],
    ['the critical one was not seen', criteria('not_seen', 'met', 'met'), 2, 'failed'],
    ['not seen or not marked counts as not met', criteria('met', 'not_seen', null), 2, 'failed'],
  ])('with %s is %4$s', (_what, marked, needed, outcome) => {
    expect(outcomeOf(marked, needed)).toBe(outcome);
  });
});
