/** Decides whether a completed checklist passes. Pure. */
import type { AssessmentOutcome, MarkedCriterion } from '../../contract/practical.responses';

type CriterionResult = Pick<MarkedCriterion, 'critical' | 'mark'>;

/** "Not seen" counts as not met. */
const isMet = ({ mark }: CriterionResult): boolean => mark === 'met';

/** Passed: at least `needed` criteria met, and every critical one. */
export function outcomeOf(criteria: readonly CriterionResult[], needed: number): AssessmentOutcome {
  const isShort = criteria.filter(isMet).length < needed;
  return isShort || criteria.some((each) => each.critical && !isMet(each)) ? 'failed' : 'passed';
}
