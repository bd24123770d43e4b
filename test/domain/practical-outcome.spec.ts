import { outcomeOf } from '../../src/assessments/practical-outcome';
import type { CriterionMark } from '../../src/contract/practical-answers';

const criteria = (...marks: (CriterionMark | null)[]) => marks.map((mark, at) => ({ mark, critical: at === 0 }));

describe('a filled checklist', () => {
  it.each([
    ['enough, and the critical one', criteria('met', 'met', 'not_met'), 2, 'passed'],
    ['all of them', criteria('met', 'met', 'met'), 3, 'passed'],
    ['too few', criteria('met', 'not_met', 'not_met'), 2, 'failed'],
    ['enough, but not the critical one', criteria('not_met', 'met', 'met'), 2, 'failed'],
    ['the critical one was not seen', criteria('not_seen', 'met', 'met'), 2, 'failed'],
    ['what was not seen or not looked at is not met', criteria('met', 'not_seen', null), 2, 'failed'],
  ])('says of %s: %4$s', (_what, marked, needed, outcome) => {
    expect(outcomeOf(marked, needed)).toBe(outcome);
  });
});
