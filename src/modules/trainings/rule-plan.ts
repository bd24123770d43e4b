/** Computes the changes that bring assignments in line with the rules. Pure: depends on the present state only. */
import type { AssignmentSourceName } from '../../contract/training-assignments.resource';
import { pairKey, type PairToAssign } from './assignment-pairs.service';
import type { NewAssignmentSource } from './assignment-source.repository';
import { planPair } from './assignment-cycles';
import type { PersonPlacement, RuleSet } from './rule-set';

/** The newest cycle of a pair with its sources. */
export interface LatestAssignment {
  assignment_id: string;
  staff_id: string;
  training_id: string;
  cycle: number;
  state: string;
  started_at: number | null;
  row_version: number;
  /** An earlier cycle is completed and has not expired. */
  hasValidCompletion: boolean;
  sources: readonly { source: AssignmentSourceName; rule_id: string; refused: boolean }[];
}
type RulePairToAssign = PairToAssign & { rules: readonly string[] };
export interface RulePlan {
  /** The last person whose changes fit; null: none. */
  lastStaffId: string | null;
  peopleCount: number;
  toAssign: RulePairToAssign[];
  /** Sources to add to existing assignments. */
  reasons: NewAssignmentSource[];
  /** Assignment ids that lose a source, by rule. */
  droppedSources: Map<string, string[]>;
  /** Incomplete assignments that lose their last source. */
  toRemove: LatestAssignment[];
}

/** States that end with the last rule; completed and waived ones stay. */
const ENDED_BY_RULE = ['assigned', 'in_progress', 'failed'];
/** States of an ended cycle. Its next cycle opens in the same change, so a newest cycle in these states had none. */
const LAPSED = ['expiring', 'expired'];
/** Rows per new assignment: itself, a job row and up to two notices; sources are added per rule. */
const ROWS_PER_ASSIGNMENT = 4;

/** @param maxRows row limit; people beyond it are left for the next portion, but the first one always fits */
export function planRuleChanges(
  people: readonly PersonPlacement[],
  set: RuleSet,
  assignments: readonly LatestAssignment[],
  maxRows: number,
): RulePlan {
  const latest = new Map(assignments.map((each) => [pairKey(each), each]));
  const byPerson = new Map<string, LatestAssignment[]>();
  for (const each of assignments) byPerson.set(each.staff_id, [...(byPerson.get(each.staff_id) ?? []), each]);
  const plan: RulePlan = {
    lastStaffId: null,
    peopleCount: 0,
    toAssign: [],
    reasons: [],
    droppedSources: new Map(),
    toRemove: [],
  };
  let rowsLeft = maxRows;
  for (const person of people) {
    const personPlan = planPerson(person, set, byPerson.get(person.staff_id) ?? [], latest);
    rowsLeft -= countRows(personPlan);
    if (rowsLeft < 0 && plan.lastStaffId !== null) break;
    plan.lastStaffId = person.staff_id;
    plan.peopleCount += 1;
    plan.toAssign.push(...personPlan.toAssign);
    plan.reasons.push(...personPlan.reasons);
    plan.toRemove.push(...personPlan.toRemove);
    for (const { assignment_id, rule_id } of personPlan.droppedSources)
      plan.droppedSources.set(rule_id, [...(plan.droppedSources.get(rule_id) ?? []), assignment_id]);
  }
  return plan;
}

type PersonPlan = Pick<RulePlan, 'toAssign' | 'reasons' | 'toRemove'> & {
  droppedSources: { assignment_id: string; rule_id: string }[];
};

function planPerson(
  person: PersonPlacement,
  set: RuleSet,
  assignments: readonly LatestAssignment[],
  latest: ReadonlyMap<string, LatestAssignment>,
): PersonPlan {
  const personPlan: PersonPlan = { toAssign: [], reasons: [], toRemove: [], droppedSources: [] };
  const required = set.requiredTrainings(person);
  for (const [training_id, { rules, due_on, mandatory }] of required) {
    const latestAssignment = latest.get(pairKey({ staff_id: person.staff_id, training_id }));
    const isLapsed = latestAssignment !== undefined && LAPSED.includes(latestAssignment.state);
    const has = (rule_id: string) =>
      latestAssignment?.sources.some((source) => source.rule_id === rule_id && (source.refused || !isLapsed)) ?? false;
    const newRules = rules.filter((rule_id) => !has(rule_id));
    if (latestAssignment && !isLapsed && latestAssignment.state !== 'removed') {
      personPlan.reasons.push(
        ...newRules.map((rule_id) => ({
          assignment_id: latestAssignment.assignment_id,
          source: 'rule' as const,
          rule_id,
        })),
      );
      continue;
    }
    // Skip pairs removed manually for rules that were a source then, and pairs whose next cycle was undone while the
    // previous completion is still valid.
    if (
      !newRules.length ||
      (latestAssignment?.state === 'removed' && latestAssignment.hasValidCompletion) ||
      !set.isAssignable(person, training_id)
    )
      continue;
    personPlan.toAssign.push({
      pair: planPair(person.staff_id, training_id, latest),
      due_on,
      mandatory,
      rules: newRules,
    });
  }
  for (const each of assignments) {
    const rules = required.get(each.training_id)?.rules ?? [];
    const liveSources = each.sources.filter(({ refused }) => !refused);
    const lostSources = liveSources.filter(({ source, rule_id }) => source === 'rule' && !rules.includes(rule_id));
    if (!lostSources.length) continue;
    personPlan.droppedSources.push(
      ...lostSources.map(({ rule_id }) => ({ assignment_id: each.assignment_id, rule_id })),
    );
    const isLast = lostSources.length === liveSources.length && !rules.length;
    if (isLast && ENDED_BY_RULE.includes(each.state)) personPlan.toRemove.push(each);
  }
  return personPlan;
}

const countRows = ({ toAssign, reasons, droppedSources, toRemove }: PersonPlan): number =>
  toAssign.reduce((sum, { rules }) => sum + ROWS_PER_ASSIGNMENT + rules.length, 0) +
  reasons.length +
  droppedSources.length +
  2 * toRemove.length;
