/** What brings some people's assignments to what the rules want: of what is so now, and of nothing else. */
import type { AssignmentSourceName } from '../contract/training-assignments.resource';
import { nameOf, type Wish } from './assigned-pairs';
import type { Reason } from './assignment-sources';
import { planned } from './next-cycles';
import type { Placed, RuleSet } from './rule-set';

/** The newest cycle of a pair, and why it exists. */
export interface Standing {
  assignment_id: string;
  staff_id: string;
  training_id: string;
  cycle: number;
  state: string;
  started_at: number | null;
  row_version: number;
  /** An earlier one is completed and has not run out. */
  holds: boolean;
  sources: readonly { source: AssignmentSourceName; rule_id: string; refused: boolean }[];
}
/** What is to be assigned, and by which rules. */
type RuleWish = Wish & { rules: readonly string[] };
export interface RulePlan {
  /** The last person that found room; null: nobody. */
  last: string | null;
  people: number;
  wishes: RuleWish[];
  /** Those that stand gain a reason. */
  reasons: Reason[];
  /** And lose one, by rule. */
  dropped: Map<string, string[]>;
  /** It was the last one, and they are not completed. */
  going: Standing[];
}

/** A rule ends it: completed ones stay, and so does what somebody was let off. */
const ENDED_BY_RULE = ['assigned', 'in_progress', 'failed'];
/** The next cycle is opened together with the change to these: one that is the newest still was not, for nobody could have it then. */
const LAPSED = ['expiring', 'expired'];
/** Rows of one that is assigned: itself, its reasons, what is told of it, and who hears of it in two ways. */
const WISH_ROWS = 4;

/** @param room rows that may be written: those who find none are left for the next portion; the first one always does */
export function rulePlan(
  people: readonly Placed[],
  set: RuleSet,
  standing: readonly Standing[],
  room: number,
): RulePlan {
  const latest = new Map(standing.map((each) => [nameOf(each), each]));
  const whose = new Map<string, Standing[]>();
  for (const each of standing) whose.set(each.staff_id, [...(whose.get(each.staff_id) ?? []), each]);
  const plan: RulePlan = { last: null, people: 0, wishes: [], reasons: [], dropped: new Map(), going: [] };
  let left = room;
  for (const person of people) {
    const own = planOf(person, set, whose.get(person.staff_id) ?? [], latest);
    left -= rowsOf(own);
    if (left < 0 && plan.last !== null) break;
    plan.last = person.staff_id;
    plan.people += 1;
    plan.wishes.push(...own.wishes);
    plan.reasons.push(...own.reasons);
    plan.going.push(...own.going);
    for (const { assignment_id, rule_id } of own.dropped)
      plan.dropped.set(rule_id, [...(plan.dropped.get(rule_id) ?? []), assignment_id]);
  }
  return plan;
}

type Own = Pick<RulePlan, 'wishes' | 'reasons' | 'going'> & { dropped: { assignment_id: string; rule_id: string }[] };

function planOf(person: Placed, set: RuleSet, theirs: readonly Standing[], latest: ReadonlyMap<string, Standing>): Own {
  const own: Own = { wishes: [], reasons: [], going: [], dropped: [] };
  const wanted = set.wantedOf(person);
  for (const [training_id, { rules, due_on, mandatory }] of wanted) {
    const known = latest.get(nameOf({ staff_id: person.staff_id, training_id }));
    const isLapsed = known !== undefined && LAPSED.includes(known.state);
    const has = (rule_id: string) =>
      known?.sources.some((source) => source.rule_id === rule_id && (source.refused || !isLapsed)) ?? false;
    const fresh = rules.filter((rule_id) => !has(rule_id));
    if (known && !isLapsed && known.state !== 'removed') {
      own.reasons.push(
        ...fresh.map((rule_id) => ({ assignment_id: known.assignment_id, source: 'rule' as const, rule_id })),
      );
      continue;
    }
    // Whoever was removed by hand is not assigned again by the rules that had a say in it then; and whose next cycle was taken
    // back before its time has what the rule wants.
    if (!fresh.length || (known?.state === 'removed' && known.holds) || !set.isAssignable(person, training_id))
      continue;
    own.wishes.push({ pair: planned(person.staff_id, training_id, latest), due_on, mandatory, rules: fresh });
  }
  for (const each of theirs) {
    const rules = wanted.get(each.training_id)?.rules ?? [];
    const live = each.sources.filter(({ refused }) => !refused);
    const lost = live.filter(({ source, rule_id }) => source === 'rule' && !rules.includes(rule_id));
    if (!lost.length) continue;
    own.dropped.push(...lost.map(({ rule_id }) => ({ assignment_id: each.assignment_id, rule_id })));
    const isLast = lost.length === live.length && !rules.length;
    if (isLast && ENDED_BY_RULE.includes(each.state)) own.going.push(each);
  }
  return own;
}

const rowsOf = ({ wishes, reasons, dropped, going }: Own): number =>
  wishes.reduce((sum, { rules }) => sum + WISH_ROWS + rules.length, 0) +
  reasons.length +
  dropped.length +
  2 * going.length;
