import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../platform/clock';
import { StaffService } from '../staff/staff.service';
import { auditEntry } from '../tenancy/audit-entry';
import { Announcements } from '../tenancy/announcements';
import type { Facts } from '../tenancy/jobs/job-facts';
import { JobKinds } from '../tenancy/jobs/job-kinds';
import type { Portion, ToldRow } from '../tenancy/jobs/portion';
import { PartsOf, type ResourceParts } from '../tenancy/resources/resource-parts';
import type { Tenant } from '../tenancy/tenant';
import { AssignedPairs, nameOf } from './assigned-pairs';
import { AssignmentSources } from './assignment-sources';
import { TrainingAssignment } from './assignment.entity';
import { rulePlan, type RulePlan, type Standing } from './rule-plan';
import { RuleReading } from './rule-reading';
import { APPLY_RULES, type RuleOrder } from './rule-triggers';
import { RuleTurns } from './rule-turns';
import { ASSIGNMENTS_ENDED } from './training.events';

/** People looked at in one portion, and rows written in it. */
const PEOPLE = 200;
const ROWS = 900;

/**
 * Brings assignments to what the rules want, of what is so when a portion has its turn. Portions of an organisation follow
 * one another, and whatever changes what is wanted owes a run that begins after it: so the last one has seen everything.
 */
@Injectable()
export class ApplyRules implements OnModuleInit {
  constructor(
    private readonly kinds: JobKinds,
    private readonly reading: RuleReading,
    private readonly turns: RuleTurns,
    private readonly staff: StaffService,
    private readonly pairs: AssignedPairs,
    private readonly sources: AssignmentSources,
    @PartsOf(TrainingAssignment) private readonly parts: ResourceParts<TrainingAssignment>,
    private readonly announcements: Announcements,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.kinds.register<RuleOrder>(APPLY_RULES, {
      lane: 'bulk',
      portion: (tenant, order, portion) => this.some(tenant, order, portion),
    });
  }

  private async some(tenant: Tenant, { staff_id }: RuleOrder, portion: Portion): Promise<Facts | null> {
    await this.turns.take(tenant);
    const began = Number(portion.mark?.['began'] ?? this.clock.now());
    const first = Number(portion.mark?.['row_no'] ?? 0);
    const after = (portion.mark?.['after'] as string | undefined) ?? null;
    const asked = staff_id && nextOf(staff_id, after);
    const people = await this.staff.placedAfter(tenant, after, PEOPLE, asked);
    const told: ToldRow[] = [];
    // By whom was asked for: some of them may be gone.
    const isFull = (asked ?? people).length === PEOPLE;
    let last = asked?.at(-1) ?? people.at(-1)?.staff_id ?? null;
    let isWhole = true;
    if (people.length) {
      const set = await this.reading.set(tenant);
      const whose = people.map((person) => person.staff_id);
      const plan = rulePlan(people, set, await this.reading.standing(tenant, whose, set.training_id), ROWS);
      told.push(...(await this.carryOut(tenant, plan, first)));
      portion.tell(plan.people, told);
      isWhole = plan.people === people.length;
      if (!isWhole) last = plan.last;
    }
    if (!isWhole || isFull) return { began, row_no: first + told.length, after: last };
    if (staff_id === null) await this.turns.cameWhole(tenant, began);
    return null;
  }

  private async carryOut(tenant: Tenant, plan: RulePlan, first: number): Promise<ToldRow[]> {
    const written = await this.pairs.write(tenant, plan.wishes, 'rule');
    const taken = plan.wishes.flatMap((wish) => {
      const assigned = written.get(nameOf(wish.pair));
      return assigned ? [{ ...wish, ...assigned }] : [];
    });
    const given = taken.flatMap(({ assignment_id, rules }) =>
      rules.map((rule_id) => ({ assignment_id, source: 'rule' as const, rule_id })),
    );
    await this.sources.add(tenant, [...given, ...plan.reasons]);
    await this.sources.dropRules(tenant, plan.dropped);
    const gone = await this.removed(tenant, plan.going);
    if (taken.length + gone.length) {
      const told = { assigned: taken.length, removed: gone.length };
      await this.parts.audit.record(auditEntry(tenant, 'training-assignment.rules', undefined, null, told));
    }
    const assigned = taken.map(({ pair: { what, staff_id, training_id }, assignment_id, row_version }) => ({
      ...{ code: BECAME[what], staff_id, training_id },
      ...{ record_id: assignment_id, record_version: row_version },
    }));
    const removed = gone.map(({ assignment_id, staff_id, training_id, row_version }) => ({
      ...{ code: BECAME.goes, staff_id, training_id },
      ...{ record_id: assignment_id, record_version: row_version + 1 },
    }));
    return [...assigned, ...removed].map(({ staff_id, training_id, ...become }, at) => ({
      ...become,
      ...{ row_no: first + at, outcome: 'changed' as const, facts: { staff_id, training_id } },
    }));
  }

  /** They keep their progress. Whoever completed one since it was looked at, or was assigned it by hand, has it looked at again. */
  private async removed(tenant: Tenant, going: readonly Standing[]): Promise<readonly Standing[]> {
    if (!going.length) return [];
    const assignment_id = going.map((each) => each.assignment_id);
    const change = { state: 'removed', removed_at: this.clock.now(), removed_reason: null };
    const row_version = [...new Set(going.map((each) => each.row_version))];
    const state = [...new Set(going.map((each) => each.state))];
    const gone = await this.parts.records.update(tenant, { assignment_id, state, row_version }, change);
    if (gone < going.length || (await this.sources.of(tenant, assignment_id)).size)
      throw new Error('An assignment was changed while a rule took it back');
    await this.announcements.publish(ASSIGNMENTS_ENDED, tenant, { staff_id: going.map((each) => each.staff_id) });
    return going;
  }
}

/** The next of those who were asked for. */
const nextOf = (staff_id: readonly string[], after: string | null): string[] =>
  staff_id
    .filter((id) => after === null || id > after)
    .toSorted()
    .slice(0, PEOPLE);

const BECAME = {
  new: 'assigned',
  again: 'assigned',
  stays: 'already_assigned',
  returns: 'taken_up_again',
  goes: 'removed_by_rule',
} as const;
