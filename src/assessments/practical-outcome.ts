/** Decides whether a filled checklist shows the level. Pure. */
import type { AssessmentOutcome, MarkedCriterion } from '../contract/practical-answers';

type Marked = Pick<MarkedCriterion, 'critical' | 'mark'>;

/** What was not seen is not met: nobody can vouch for it. */
const isMet = ({ mark }: Marked): boolean => mark === 'met';

/** Enough of them, and every critical one. */
export function outcomeOf(criteria: readonly Marked[], needed: number): AssessmentOutcome {
  const isShort = criteria.filter(isMet).length < needed;
  return isShort || criteria.some((each) => each.critical && !isMet(each)) ? 'failed' : 'passed';
}
