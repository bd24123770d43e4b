import { Injectable } from '@nestjs/common';
import { BULK_PAIRS_MAX, type trainingAssignments } from '../contract/training-assignments.resource';
import { addDays, dayAt } from '../platform/calendar';
import type { Where } from '../platform/database/where';
import { rowOf } from '../platform/definitions/row';
import { InvalidFields } from '../platform/errors/app-error';
import { newId } from '../platform/ids';
import { StaffService } from '../staff/staff.service';
import { auditEntry } from '../tenancy/audit-entry';
import { PartsOf, type ResourceParts } from '../tenancy/resources/resource-parts';
import { ResourceReader } from '../tenancy/resources/resource-reader';
import { seen } from '../tenancy/seen';
import type { Tenant } from '../tenancy/tenant';
import { TrainingAssignment } from './assignment.entity';
import { CategoriesService } from './categories.service';
import { DueDates } from './due-dates';
import { latestCycles, planned, type Planned } from './next-cycles';
import { AssignmentUnknown, TooManyPairs } from './training.errors';
import type { Training } from './training.entity';
import { TrainingsService } from './trainings.service';
import { fieldError } from '../platform/errors/field-error';

export interface Assigning {
  staff_id: readonly string[];
  training_id: readonly string[];
  /** Left out: by the days that each training allows. */
  due_on?: string | null;
  mandatory?: boolean;
  /** Whoever has completed a training begins its next cycle; false: they are left as they are. */
  again?: boolean;
}
export interface Assigned {
  assigned: number;
  already_assigned: number;
}
/** An assignment that counts: not removed, not waived. */
export type RunningAssignment = Pick<
  TrainingAssignment,
  'assignment_id' | 'staff_id' | 'training_id' | 'cycle' | 'state'
>;

const REMOVABLE = ['assigned', 'in_progress', 'failed', 'waived'];

/** Who has to learn what. The unique key (staff, training, cycle) decides, so asking twice is safe (house.md §2). */
@Injectable()
export class AssignmentsService extends ResourceReader<TrainingAssignment, typeof trainingAssignments> {
  constructor(
    @PartsOf(TrainingAssignment) parts: ResourceParts<TrainingAssignment>,
    private readonly staff: StaffService,
    private readonly trainings: TrainingsService,
    private readonly categories: CategoriesService,
    private readonly dueDates: DueDates,
  ) {
    super(parts);
  }

  /**
   * Every staff member × every training, all or nothing, at most 1,000 pairs. What is assigned and not yet completed stays
   * as it is, so asking twice is safe; what was removed is taken up again with its progress; what was completed begins its
   * next cycle.
   * @throws StaffUnknown, TrainingUnknown, TooManyPairs, InvalidFields
   */
  async assign(tenant: Tenant, order: Assigning): Promise<Assigned> {
    const asked = this.checkedOrder(tenant, order);
    return this.parts.transactions.run(async () => {
      const trainings = await this.trainings.publishedAmong(tenant, asked.training_id);
      await this.staff.activeAmong(tenant, asked.staff_id);
      return this.keep(tenant, asked, trainings);
    });
  }

  /** All published trainings of the categories. @throws StaffUnknown, CategoryUnknown, TooManyPairs, InvalidFields */
  async assignCategories(
    tenant: Tenant,
    order: { staff_id: readonly string[]; category_id: readonly string[] },
  ): Promise<Assigned> {
    return this.parts.transactions.run(async () => {
      await this.categories.allKnown(tenant, order.category_id);
      const trainings = await this.trainings.publishedIn(tenant, order.category_id);
      if (!trainings.length)
        throw new InvalidFields({
          category_id: [fieldError('no_published_training', 'There is no published training in these categories.')],
        });
      const training_id = trainings.map((training) => training.training_id);
      const asked = this.checkedOrder(tenant, { staff_id: order.staff_id, training_id });
      await this.staff.activeAmong(tenant, asked.staff_id);
      return this.keep(tenant, asked, trainings);
    });
  }

  /** The same checks, and what `assign` would do. @throws as assign */
  async preview(tenant: Tenant, order: Assigning) {
    const asked = this.checkedOrder(tenant, order);
    await this.trainings.publishedAmong(tenant, asked.training_id);
    await this.staff.activeAmong(tenant, asked.staff_id);
    const pairs = this.planOf(asked, await this.standing(tenant, asked));
    const count = (...what: Planned['what'][]) => pairs.filter((pair) => what.includes(pair.what)).length;
    const counts = { staff: asked.staff_id.length, trainings: asked.training_id.length, pairs: pairs.length };
    const again = count('again');
    const left_out = asked.again === false ? again : 0;
    const already_assigned = count('stays') + left_out;
    return {
      ...counts,
      to_assign: pairs.length - already_assigned,
      already_assigned,
      removed_before: count('returns'),
      again,
    };
  }

  /** Completed ones stay, and so does all progress. @throws AssignmentUnknown: then nothing is removed */
  async remove(tenant: Tenant, ids: readonly string[], reason: string | null) {
    const assignment_id = [...new Set(ids)];
    return this.parts.transactions.run(async () => {
      const found = await this.parts.records.find(tenant, { assignment_id });
      const known = new Set(found.map((record) => record.assignment_id));
      if (known.size < assignment_id.length) throw new AssignmentUnknown(assignment_id.filter((id) => !known.has(id)));
      const removed = await this.parts.records.update(
        tenant,
        { assignment_id, state: REMOVABLE },
        { state: 'removed', removed_at: this.parts.clock.now(), removed_reason: reason?.trim() || null },
      );
      await this.parts.audit.record(
        auditEntry(
          tenant,
          'training-assignment.remove',
          undefined,
          { assignments: found.filter(({ state }) => REMOVABLE.includes(state)).map(pairOf) },
          { assignment_id, reason, removed },
        ),
      );
      const inState = (state: string) => found.filter((record) => record.state === state).length;
      return {
        removed,
        in_progress: inState('in_progress'),
        completed: inState('completed') + inState('expired'),
        already_removed: inState('removed'),
      };
    });
  }

  /** The running (or last) cycle; null: not assigned, or removed. */
  async assignedTo(tenant: Tenant, staff_id: string, training_id: string): Promise<RunningAssignment | null> {
    const [latest] = await this.parts.records.find(
      tenant,
      { staff_id, training_id, state: { nin: ['removed', 'waived'] } },
      { order: [['cycle', 'desc']], limit: 1 },
    );
    return latest ?? null;
  }

  /** assigned → in_progress, by opening the video or starting the quiz; harmless when repeated. In the caller's transaction. */
  async begin(tenant: Tenant, assignment_id: string): Promise<void> {
    const change = { state: 'in_progress', started_at: this.parts.clock.now() };
    await this.parts.transactions.run(() =>
      this.parts.records.update(tenant, { assignment_id, state: 'assigned' }, change),
    );
  }

  /** An admin sees all, a manager those of the line and a learner the own ones that are not removed. */
  protected override seen(tenant: Tenant, asked: Where<TrainingAssignment>): Where<TrainingAssignment> {
    if (tenant.scope.kind === 'all') return asked;
    return seen(tenant, { anyOf: [asked], state: { ne: 'removed' } });
  }

  protected override async rows(tenant: Tenant, records: readonly TrainingAssignment[]) {
    const overdue = await this.dueDates.overdueAmong(tenant, records);
    return records.map((record) => rowOf(this.definition, record, { overdue: overdue.has(record.assignment_id) }));
  }

  private checkedOrder(tenant: Tenant, order: Assigning): Assigning & { today: string; due_on: string | null } {
    const staff_id = [...new Set(order.staff_id)];
    const training_id = [...new Set(order.training_id)];
    const pairs = staff_id.length * training_id.length;
    if (pairs > BULK_PAIRS_MAX) throw new TooManyPairs(pairs, BULK_PAIRS_MAX);
    const today = dayAt(this.parts.clock.now(), tenant.time_zone);
    const due_on = order.due_on || null;
    if (due_on && due_on < today)
      throw new InvalidFields({
        due_on: [fieldError('day_passed', `This day has passed. Choose ${today} or later.`, { today })],
      });
    return { ...order, staff_id, training_id, due_on, today };
  }

  /** The newest cycle of each pair, whatever its state. */
  private async standing(
    tenant: Tenant,
    { staff_id, training_id }: Assigning,
  ): Promise<Map<string, TrainingAssignment>> {
    return latestCycles(await this.parts.records.find(tenant, { staff_id, training_id }));
  }

  private planOf({ staff_id, training_id }: Assigning, standing: ReadonlyMap<string, TrainingAssignment>): Planned[] {
    return training_id.flatMap((training) => staff_id.map((staff) => planned(staff, training, standing)));
  }

  private async keep(
    tenant: Tenant,
    asked: ReturnType<AssignmentsService['checkedOrder']>,
    trainings: readonly Training[],
  ): Promise<Assigned> {
    const { staff_id, training_id, today, due_on, mandatory = true } = asked;
    const byId = new Map(trainings.map((training) => [training.training_id, training]));
    const due = (training: Training) =>
      due_on ?? (training.due_days === null ? null : addDays(today, training.due_days));
    const pairs = this.planOf(asked, await this.standing(tenant, asked));
    const common = { source: 'manual', mandatory, assigned_on: today };
    const empty = { started_at: null, completed_at: null, removed_at: null, removed_reason: null };
    const begun = pairs.filter(({ what }) => what === 'new' || (what === 'again' && asked.again !== false));
    const rows = begun.map(({ staff_id: each, training_id: training, cycle }) => ({
      ...common,
      ...empty,
      assignment_id: newId(this.parts.clock.now()),
      staff_id: each,
      training_id: training,
      cycle,
      state: 'assigned',
      due_on: due(byId.get(training)!),
    }));
    // One statement for all that come back, so the most generous of the due days is theirs.
    const dues = trainings.map(due);
    const back_due = dues.includes(null) ? null : (dues.toSorted().at(-1) ?? null);
    const back = { ...common, state: 'assigned', due_on: back_due, removed_at: null, removed_reason: null };
    const returning = pairs.flatMap(({ what, assignment_id }) => (what === 'returns' ? [assignment_id!] : []));
    const returned = returning.length
      ? await this.parts.records.update(tenant, { assignment_id: returning, state: 'removed' }, back)
      : 0;
    const added = await this.parts.records.insertMissing(tenant, rows);
    const assigned = returned + added;
    const outcome = { assigned, already_assigned: pairs.length - assigned };
    await this.parts.audit.record(
      auditEntry(tenant, 'training-assignment.bulk', undefined, null, {
        staff_id,
        training_id,
        due_on,
        mandatory,
        again: rows.filter(({ cycle }) => cycle > 1).length,
        ...outcome,
      }),
    );
    return outcome;
  }
}

const pairOf = ({ assignment_id, staff_id, training_id, state }: TrainingAssignment) => ({
  assignment_id,
  staff_id,
  training_id,
  state,
});
