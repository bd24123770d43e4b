/**
 * The trainings that the rules of a customer require of whom. Depends on the present state only, so the order of
 * earlier changes does not matter.
 */
import { addDays, type Day } from '../../common/calendar';
import { idsWithDescendants } from '../../crud/tree';
import type { AssignmentRule } from './assignment-rule.entity';
import type { Training } from './training.entity';

export type Rule = Pick<
  AssignmentRule,
  'rule_id' | 'department_id' | 'job_role_id' | 'due_days' | 'due_on' | 'mandatory' | 'active' | 'status'
> & { training_id: readonly string[] };
export interface DepartmentNode {
  department_id: string;
  parent_id: string | null;
}
export interface PersonPlacement {
  staff_id: string;
  department_id: string | null;
  job_role_id: string | null;
  status: string;
}
export interface RequiredTraining {
  rules: readonly string[];
  due_on: Day | null;
  mandatory: boolean;
}

const EMPLOYED_STATUSES = ['invited', 'active', 'suspended'];
/** Statuses that can get new assignments. */
const ASSIGNABLE_STATUSES = ['invited', 'active'];

export class RuleSet {
  private readonly parentById: ReadonlyMap<string, string | null>;
  private readonly trainings: ReadonlyMap<string, Training>;
  private readonly rules: readonly Rule[];

  /** @param trainings the published ones of the rules */
  constructor(
    rules: readonly Rule[],
    departments: readonly DepartmentNode[],
    trainings: readonly Training[],
    private readonly today: Day,
  ) {
    this.rules = rules.filter(isInForce);
    this.parentById = new Map(departments.map(({ department_id, parent_id }) => [department_id, parent_id]));
    this.trainings = new Map(trainings.map((training) => [training.training_id, training]));
  }

  /** All trainings of the rules. */
  get training_id(): string[] {
    return [...new Set(this.rules.flatMap((rule) => rule.training_id))];
  }

  /** By training id. */
  requiredTrainings(person: PersonPlacement): ReadonlyMap<string, RequiredTraining> {
    const required = new Map<string, RequiredTraining>();
    for (const rule of this.rules) {
      if (!this.appliesTo(rule, person)) continue;
      for (const training_id of rule.training_id) {
        const current = required.get(training_id);
        const due_on = this.resolveDueDay(rule, training_id);
        required.set(training_id, {
          rules: [...(current?.rules ?? []), rule.rule_id],
          due_on: current ? earlier(current.due_on, due_on) : due_on,
          mandatory: rule.mandatory || (current?.mandatory ?? false),
        });
      }
    }
    return required;
  }

  /** Suspended staff and unpublished trainings get no new assignments; existing ones stay. */
  isAssignable({ status }: PersonPlacement, training_id: string): boolean {
    return ASSIGNABLE_STATUSES.includes(status) && this.trainings.has(training_id);
  }

  appliesTo(
    { department_id, job_role_id }: Pick<Rule, 'department_id' | 'job_role_id'>,
    person: PersonPlacement,
  ): boolean {
    if (!EMPLOYED_STATUSES.includes(person.status)) return false;
    if (job_role_id && person.job_role_id !== job_role_id) return false;
    return !department_id || this.isInDepartment(person.department_id, department_id);
  }

  private isInDepartment(departmentId: string | null, department_id: string): boolean {
    for (let at = departmentId; at; at = this.parentById.get(at) ?? null) if (at === department_id) return true;
    return false;
  }

  /** Counted from today; a due day in the past becomes today. */
  private resolveDueDay({ due_on, due_days }: Rule, training_id: string): Day | null {
    if (due_on) return due_on < this.today ? this.today : due_on;
    const days = due_days ?? this.trainings.get(training_id)?.due_days ?? null;
    return days === null ? null : addDays(this.today, days);
  }
}

export const isInForce = ({ active, status }: Pick<Rule, 'active' | 'status'>): boolean =>
  active && status === 'active';

export function withDescendants(department_id: string, departments: readonly DepartmentNode[]): string[] {
  return idsWithDescendants([department_id], new Map(departments.map((each) => [each.department_id, each.parent_id])));
}

const earlier = (one: Day | null, other: Day | null): Day | null => {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
};
