/**
 * What the rules of an organisation want, of whom. Of the present state only: whatever order people join, move and leave in,
 * and rules are changed in, the same is wanted at the end.
 */
import { addDays, type Day } from '../platform/calendar';
import { idsWithBelow } from '../tenancy/resources/tree';
import type { AssignmentRule } from './assignment-rule.entity';
import type { Training } from './training.entity';

export type Rule = Pick<
  AssignmentRule,
  'rule_id' | 'department_id' | 'job_role_id' | 'due_days' | 'due_on' | 'mandatory' | 'active' | 'status'
> & { training_id: readonly string[] };
export interface Branch {
  department_id: string;
  parent_id: string | null;
}
export interface Placed {
  staff_id: string;
  department_id: string | null;
  job_role_id: string | null;
  status: string;
}
/** One training for one person: by which rules, and how. */
export interface Wanted {
  rules: readonly string[];
  due_on: Day | null;
  mandatory: boolean;
}

const IN_SERVICE = ['invited', 'active', 'suspended'];
/** Who can be assigned something today. */
const ASSIGNABLE = ['invited', 'active'];

export class RuleSet {
  private readonly above: ReadonlyMap<string, string | null>;
  private readonly trainings: ReadonlyMap<string, Training>;
  private readonly rules: readonly Rule[];

  /** @param trainings of its rules, as far as they are published */
  constructor(
    rules: readonly Rule[],
    departments: readonly Branch[],
    trainings: readonly Training[],
    private readonly today: Day,
  ) {
    this.rules = rules.filter(isInForce);
    this.above = new Map(departments.map(({ department_id, parent_id }) => [department_id, parent_id]));
    this.trainings = new Map(trainings.map((training) => [training.training_id, training]));
  }

  /** All that are wanted of anybody. */
  get training_id(): string[] {
    return [...new Set(this.rules.flatMap((rule) => rule.training_id))];
  }

  /** Of this person, by training. */
  wantedOf(person: Placed): ReadonlyMap<string, Wanted> {
    const wanted = new Map<string, Wanted>();
    for (const rule of this.rules) {
      if (!this.holds(rule, person)) continue;
      for (const training_id of rule.training_id) {
        const known = wanted.get(training_id);
        const due_on = this.dueOf(rule, training_id);
        wanted.set(training_id, {
          rules: [...(known?.rules ?? []), rule.rule_id],
          due_on: known ? earlier(known.due_on, due_on) : due_on,
          mandatory: rule.mandatory || (known?.mandatory ?? false),
        });
      }
    }
    return wanted;
  }

  /** Whether it can be assigned anew: who is suspended, or what is not published, keeps what there is, and no more. */
  isAssignable({ status }: Placed, training_id: string): boolean {
    return ASSIGNABLE.includes(status) && this.trainings.has(training_id);
  }

  holds({ department_id, job_role_id }: Pick<Rule, 'department_id' | 'job_role_id'>, person: Placed): boolean {
    if (!IN_SERVICE.includes(person.status)) return false;
    if (job_role_id && person.job_role_id !== job_role_id) return false;
    return !department_id || this.isWithin(person.department_id, department_id);
  }

  private isWithin(place: string | null, department_id: string): boolean {
    for (let at = place; at; at = this.above.get(at) ?? null) if (at === department_id) return true;
    return false;
  }

  /** From today, on which the rule first applies to somebody who has not got it; a day that has passed is today. */
  private dueOf({ due_on, due_days }: Rule, training_id: string): Day | null {
    if (due_on) return due_on < this.today ? this.today : due_on;
    const days = due_days ?? this.trainings.get(training_id)?.due_days ?? null;
    return days === null ? null : addDays(this.today, days);
  }
}

export const isInForce = ({ active, status }: Pick<Rule, 'active' | 'status'>): boolean =>
  active && status === 'active';

/** The department and all that stand below it. */
export function branchOf(department_id: string, departments: readonly Branch[]): string[] {
  return idsWithBelow([department_id], new Map(departments.map((each) => [each.department_id, each.parent_id])));
}

const earlier = (one: Day | null, other: Day | null): Day | null => {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
};
