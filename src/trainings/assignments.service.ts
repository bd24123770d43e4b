import { Injectable } from '@nestjs/common';
import type { AssignPreview, Assigned } from '../contract/training-answers';
import {
  BULK_PAIRS_MAX,
  JOB_PAIRS_MAX,
  OPEN_ASSIGNMENT_STATES,
  TAKEN_ASSIGNMENT_STATES,
  type TrainingAssignmentRow,
  type trainingAssignments,
} from '../contract/training-assignments.resource';
import { dayAt } from '../platform/calendar';
import type { Where } from '../platform/database/where';
import type { ListRequest } from '../platform/definitions/list-query';
import { rowOf } from '../platform/definitions/row';
import { InvalidFields, Malformed } from '../platform/errors/app-error';
import { isAccountPending } from '../staff/invitation-state';
import { StaffService } from '../staff/staff.service';
import { Announcements } from '../tenancy/announcements';
import { auditEntry } from '../tenancy/audit-entry';
import { PartsOf, type ResourceParts } from '../tenancy/resources/resource-parts';
import { ResourceReader } from '../tenancy/resources/resource-reader';
import { seen } from '../tenancy/seen';
import type { Tenant } from '../tenancy/tenant';
import { AssignedPairs } from './assigned-pairs';
import { AssignmentReasons } from './assignment-reasons';
import { AssignmentSources } from './assignment-sources';
import { TrainingAssignment } from './assignment.entity';
import { CategoriesService } from './categories.service';
import { DueDates, type DueStatus } from './due-dates';
import { AssignmentUnknown, TooManyPairs } from './training.errors';
import type { Training } from './training.entity';
import { ASSIGNMENTS_ENDED } from './training.events';
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
/** An assignment that counts: not removed, not waived. */
export type RunningAssignment = Pick<
  TrainingAssignment,
  'assignment_id' | 'staff_id' | 'training_id' | 'cycle' | 'state'
>;

/** Its lists without repetitions, and the organisation's day. */
type Checked = Assigning & { today: string; due_on: string | null };

/** Of an assignment that is no exception (due-dates.ts). */
const USUAL_STATUS: DueStatus = { overdue: false, employed: true, account_pending: false };
const REMOVABLE = ['assigned', 'in_progress', 'failed', 'waived'];

/** Who has to learn what. The unique key (staff, training, cycle) decides, so asking twice is safe (house.md §2). */
@Injectable()
export class AssignmentsService extends ResourceReader<
  TrainingAssignment,
  typeof trainingAssignments,
  TrainingAssignmentRow
> {
  constructor(
    @PartsOf(TrainingAssignment) parts: ResourceParts<TrainingAssignment>,
    private readonly staff: StaffService,
    private readonly trainings: TrainingsService,
    private readonly categories: CategoriesService,
    private readonly dueDates: DueDates,
    private readonly pairs: AssignedPairs,
    private readonly sources: AssignmentSources,
    private readonly reasons: AssignmentReasons,
    private readonly announcements: Announcements,
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
    const asked = this.checkedOrder(tenant, order, BULK_PAIRS_MAX);
    return this.parts.transactions.run(async () => {
      const trainings = await this.trainings.publishedAmong(tenant, asked.training_id);
      await this.staff.activeAmong(tenant, asked.staff_id);
      return this.keep(tenant, asked, trainings);
    });
  }

  /** All published trainings of the categories and of those below them, each pair once. @throws StaffUnknown, CategoryUnknown, TooManyPairs, InvalidFields */
  async assignCategories(
    tenant: Tenant,
    order: { staff_id: readonly string[]; category_id: readonly string[] },
  ): Promise<Assigned> {
    return this.parts.transactions.run(async () => {
      const category_id = await this.categories.withBelow(tenant, order.category_id);
      const trainings = await this.trainings.publishedIn(tenant, category_id);
      if (!trainings.length)
        throw new InvalidFields({
          category_id: [fieldError('no_published_training', 'There is no published training in these categories.')],
        });
      const training_id = trainings.map((training) => training.training_id);
      const asked = this.checkedOrder(tenant, { staff_id: order.staff_id, training_id }, BULK_PAIRS_MAX);
      await this.staff.activeAmong(tenant, asked.staff_id);
      return this.keep(tenant, asked, trainings);
    });
  }

  /**
   * The same checks, and what assigning would do; up to what a job takes. Counted by the database: as many statements for a
   * hundred thousand pairs as for one.
   * @throws as assign
   */
  async preview(tenant: Tenant, order: Assigning): Promise<AssignPreview> {
    const { checkedOrder, trainings, staff } = await this.readOrder(tenant, order);
    const { staff_id, training_id, due_on, again } = checkedOrder;
    const counts = await this.pairs.counted(tenant, staff_id, training_id);
    const pairs = staff_id.length * training_id.length;
    const already_assigned = counts.stays + (again === false ? counts.again : 0);
    return {
      ...{ staff: staff_id.length, trainings: training_id.length, pairs },
      category_id: [...new Set(trainings.flatMap(({ category_id }) => category_id ?? []))],
      to_assign: pairs - already_assigned - counts.waived,
      already_assigned,
      conflicts: counts.waived,
      removed_before: counts.returns,
      again: counts.again,
      staff_pending: staff.filter(isAccountPending).length,
      without_due_day: due_on ? 0 : trainings.filter(({ due_days }) => due_days === null).length,
    };
  }

  /** An order of up to what a job takes, everything in it there. @throws as assign */
  async checked(tenant: Tenant, order: Assigning): Promise<Assigning & { due_on: string | null }> {
    return (await this.readOrder(tenant, order)).checkedOrder;
  }

  private async readOrder(tenant: Tenant, order: Assigning) {
    const { today: _, ...checkedOrder } = this.checkedOrder(tenant, order, JOB_PAIRS_MAX);
    const trainings = await this.trainings.publishedAmong(tenant, checkedOrder.training_id);
    const staff = await this.staff.activeAmong(tenant, checkedOrder.staff_id);
    return { checkedOrder, trainings, staff };
  }

  /** Completed ones stay, and so does all progress. @throws AssignmentUnknown: then nothing is removed */
  async remove(tenant: Tenant, ids: readonly string[], reason: string | null) {
    const assignment_id = [...new Set(ids)];
    return this.parts.transactions.run(async () => {
      const found = await this.parts.records.find(tenant, { assignment_id });
      const known = new Set(found.map((record) => record.assignment_id));
      if (known.size < assignment_id.length) throw new AssignmentUnknown(assignment_id.filter((id) => !known.has(id)));
      const removable = found.filter(({ state }) => REMOVABLE.includes(state)).map((record) => record.assignment_id);
      const removed_at = this.parts.clock.now();
      const removed = await this.parts.records.update(
        tenant,
        { assignment_id, state: REMOVABLE },
        { state: 'removed', removed_at, removed_reason: reason?.trim() || null },
      );
      await this.sources.refuse(
        tenant,
        removed === removable.length ? removable : await this.removedAt(tenant, assignment_id, removed_at),
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
      if (removed) {
        const whose = found.filter(({ state }) => REMOVABLE.includes(state)).map((record) => record.staff_id);
        await this.announcements.publish(ASSIGNMENTS_ENDED, tenant, { staff_id: whose });
      }
      const inState = (...states: readonly string[]) => found.filter(({ state }) => states.includes(state)).length;
      return {
        removed,
        in_progress: inState('in_progress'),
        completed: inState(...TAKEN_ASSIGNMENT_STATES),
        already_removed: inState('removed'),
      };
    });
  }

  /** Some were completed, or removed by somebody else, since they were looked at. */
  private async removedAt(tenant: Tenant, assignment_id: readonly string[], removed_at: number): Promise<string[]> {
    const gone = { assignment_id: [...assignment_id], state: 'removed', removed_at };
    return (await this.parts.records.find(tenant, gone)).map((record) => record.assignment_id);
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

  /** What these people have to do of a training now, by whose it is. */
  async openOf(tenant: Tenant, training_id: string, staff_id: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const state = [...OPEN_ASSIGNMENT_STATES];
    const found = await this.parts.records.find(tenant, { staff_id: [...staff_id], training_id, state });
    return new Map(found.map((record) => [record.staff_id, record.assignment_id]));
  }

  /** Of these how many have been completed. */
  async takenAmong(tenant: Tenant, assignment_id: readonly string[]): Promise<number> {
    const state = [...TAKEN_ASSIGNMENT_STATES];
    return this.parts.records.count(tenant, { assignment_id: [...assignment_id], state });
  }

  /** assigned → in_progress, by opening the video or starting the quiz; harmless when repeated. In the caller's transaction. */
  async begin(tenant: Tenant, assignment_id: string): Promise<void> {
    const change = { state: 'in_progress', started_at: this.parts.clock.now() };
    await this.parts.transactions.run(() =>
      this.parts.records.update(tenant, { assignment_id, state: 'assigned' }, change),
    );
  }

  /** An admin sees all, a manager those of the line and a learner the own ones that are not removed. */
  protected override async seen(
    tenant: Tenant,
    asked: Where<TrainingAssignment & DueStatus>,
  ): Promise<Where<TrainingAssignment>> {
    const { overdue, employed, account_pending, ...rest } = asked;
    const filters = {
      overdue: parseBooleanFilter('overdue', overdue),
      employed: parseBooleanFilter('employed', employed),
      account_pending: parseBooleanFilter('account_pending', account_pending),
    };
    // `_null` asks for rows without a derived value: there are none.
    const isNone = [overdue, employed, account_pending].some(
      (filter) => (filter as { null?: unknown } | undefined)?.null === true,
    );
    const derived = isNone ? [{ assignment_id: [] }] : await this.dueDates.filterBy(tenant, filters);
    // In branches: the caller's filters may name the same columns.
    const where = derived.reduce<Where<TrainingAssignment>>((inner, outer) => ({ ...outer, anyOf: [inner] }), rest);
    if (tenant.scope.kind === 'all') return where;
    return seen(tenant, { anyOf: [where], state: { ne: 'removed' } });
  }

  protected override async rows(tenant: Tenant, records: readonly TrainingAssignment[]) {
    const ids = records.map((record) => record.assignment_id);
    const reasons = await this.reasons.of(tenant, ids);
    const rows = this.buildRows(records, await this.dueDates.loadStatuses(tenant, records));
    return rows.map((row) => ({ ...row, reasons: reasons.get(row.id) ?? [] }));
  }

  /** A file has the fields only. */
  override async *exported(tenant: Tenant, { where, order, search }: ListRequest<TrainingAssignment>) {
    const statuses = await this.dueDates.loadExceptions(tenant);
    const visible = await this.seen(tenant, where as Where<TrainingAssignment & DueStatus>);
    for await (const records of this.parts.records.batches(tenant, visible, { order, ...(search && { search }) }))
      yield this.buildRows(records, statuses);
  }

  private buildRows(records: readonly TrainingAssignment[], statuses: ReadonlyMap<string, DueStatus>) {
    return records.map((record) => ({
      ...rowOf(this.definition, record, statuses.get(record.assignment_id) ?? USUAL_STATUS),
      reasons: [],
    }));
  }

  private checkedOrder(tenant: Tenant, order: Assigning, limit: number): Checked {
    const staff_id = [...new Set(order.staff_id)];
    const training_id = [...new Set(order.training_id)];
    const pairs = staff_id.length * training_id.length;
    if (pairs > limit) throw new TooManyPairs(pairs, limit);
    const today = dayAt(this.parts.clock.now(), tenant.time_zone);
    const due_on = order.due_on || null;
    if (due_on && due_on < today)
      throw new InvalidFields({
        due_on: [fieldError('day_passed', `This date is in the past. Choose ${today} or later.`, { today })],
      });
    return { ...order, staff_id, training_id, due_on, today };
  }

  private async keep(tenant: Tenant, asked: Checked, trainings: readonly Training[]): Promise<Assigned> {
    const { staff_id, training_id, due_on, mandatory = true } = asked;
    const kept = await this.pairs.keep(tenant, await this.pairs.plan(tenant, staff_id, training_id), trainings, asked);
    const ours = kept.filter((each) => each.assigned);
    const outcome = { assigned: ours.length, already_assigned: kept.length - ours.length };
    const again = ours.filter(({ pair }) => pair.what === 'again').length;
    const told = { staff_id, training_id, due_on, mandatory, again, ...outcome };
    await this.parts.audit.record(auditEntry(tenant, 'training-assignment.bulk', undefined, null, told));
    return outcome;
  }
}

const pairOf = ({ assignment_id, staff_id, training_id, state }: TrainingAssignment) => ({
  assignment_id,
  staff_id,
  training_id,
  state,
});

/** A derived flag is always true or false: `_null` asks for none of the rows, or for all. @throws Malformed */
function parseBooleanFilter(name: string, filter: unknown): boolean | undefined {
  if (filter === undefined || typeof filter === 'boolean') return filter;
  const { ne, null: isNull } = filter as { ne?: unknown; null?: unknown };
  if (typeof ne === 'boolean') return !ne;
  if (typeof isNull === 'boolean') return undefined;
  const message = `${name} is true or false.`;
  throw new Malformed(message, { [name]: [fieldError('query', message)] });
}
