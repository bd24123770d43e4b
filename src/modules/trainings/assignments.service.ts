import { Injectable } from '@nestjs/common';
import type { AssignPreview, AssignTrainingsResponse } from '../../contract/training.responses';
import {
  BULK_PAIRS_MAX,
  JOB_PAIRS_MAX,
  OPEN_ASSIGNMENT_STATES,
  COMPLETED_ASSIGNMENT_STATES,
  type TrainingAssignmentRow,
  type trainingAssignments,
} from '../../contract/training-assignments.resource';
import { dayAt } from '../../common/calendar';
import type { Where } from '../../infrastructure/database/where';
import type { ListRequest } from '../../infrastructure/rest/list-query';
import { rowOf } from '../../common/rest/row';
import { InvalidFieldsError, MalformedRequestError } from '../../common/errors/app-error';
import { isAccountPending } from '../staff/invitation-state';
import { StaffService } from '../staff/staff.service';
import { DomainEventBus } from '../../tenancy/domain-event-bus';
import { buildAuditEntry } from '../../tenancy/audit-entry';
import { InjectResourceContext, type ResourceContext } from '../../crud/resource-context';
import { ResourceReadService } from '../../crud/resource-read.service';
import { restrictToVisible } from '../../tenancy/row-visibility';
import type { Tenant } from '../../tenancy/tenant';
import { AssignmentPairsService } from './assignment-pairs.service';
import { AssignmentReasonsQuery } from './assignment-reasons.query';
import { AssignmentSourceRepository } from './assignment-source.repository';
import { TrainingAssignment } from './assignment.entity';
import { CategoriesService } from './categories.service';
import { DueStatusQuery, type DueStatus } from './due-status.query';
import { UnknownAssignmentError, TooManyPairsError } from './training.errors';
import type { Training } from './training.entity';
import { ASSIGNMENTS_ENDED } from './training.events';
import { TrainingsService } from './trainings.service';
import { fieldError } from '../../common/errors/field-error';

export interface AssignRequest {
  staff_id: readonly string[];
  training_id: readonly string[];
  /** Omitted: computed from each training's due days. */
  due_on?: string | null;
  mandatory?: boolean;
  /** Whether completed trainings start their next cycle; false: they are skipped. */
  again?: boolean;
}
/** Neither removed nor waived. */
export type RunningAssignment = Pick<
  TrainingAssignment,
  'assignment_id' | 'staff_id' | 'training_id' | 'cycle' | 'state'
>;

/** Without duplicate ids; `today` in the customer's time zone. */
type ValidAssignRequest = AssignRequest & { today: string; due_on: string | null };

/** Applies unless DueStatusQuery reports an exception. */
const DEFAULT_DUE_STATUS: DueStatus = { overdue: false, employed: true, account_pending: false };
const REMOVABLE_STATES = ['assigned', 'in_progress', 'failed', 'waived'];

/** The unique key (staff, training, cycle) makes repeated assigning harmless. */
@Injectable()
export class AssignmentsService extends ResourceReadService<
  TrainingAssignment,
  typeof trainingAssignments,
  TrainingAssignmentRow
> {
  constructor(
    @InjectResourceContext(TrainingAssignment) parts: ResourceContext<TrainingAssignment>,
    private readonly staff: StaffService,
    private readonly trainings: TrainingsService,
    private readonly categories: CategoriesService,
    private readonly dueStatusQuery: DueStatusQuery,
    private readonly pairs: AssignmentPairsService,
    private readonly sources: AssignmentSourceRepository,
    private readonly reasons: AssignmentReasonsQuery,
    private readonly eventBus: DomainEventBus,
  ) {
    super(parts);
  }

  /**
   * Assigns every training to every staff member, all or nothing, at most 1,000 pairs. Open assignments stay, removed
   * ones are restored with their progress, completed ones start the next cycle.
   * @throws UnknownStaffError, UnknownTrainingError, TooManyPairsError, InvalidFieldsError
   */
  async assign(tenant: Tenant, request: AssignRequest): Promise<AssignTrainingsResponse> {
    const validRequest = this.validRequest(tenant, request, BULK_PAIRS_MAX);
    return this.context.transactions.run(async () => {
      const trainings = await this.trainings.requirePublished(tenant, validRequest.training_id);
      await this.staff.requireActive(tenant, validRequest.staff_id);
      return this.assignPairs(tenant, validRequest, trainings);
    });
  }

  /**
   * Assigns all published trainings of the categories and their descendants.
   * @throws UnknownStaffError, UnknownCategoryError, TooManyPairsError, InvalidFieldsError
   */
  async assignCategories(
    tenant: Tenant,
    request: { staff_id: readonly string[]; category_id: readonly string[] },
  ): Promise<AssignTrainingsResponse> {
    return this.context.transactions.run(async () => {
      const category_id = await this.categories.includeDescendants(tenant, request.category_id);
      const trainings = await this.trainings.findPublishedInCategories(tenant, category_id);
      if (!trainings.length)
        throw new InvalidFieldsError({
          category_id: [fieldError('no_published_training', 'There is no published training in these categories.')],
        });
      const training_id = trainings.map((training) => training.training_id);
      const validRequest = this.validRequest(tenant, { staff_id: request.staff_id, training_id }, BULK_PAIRS_MAX);
      await this.staff.requireActive(tenant, validRequest.staff_id);
      return this.assignPairs(tenant, validRequest, trainings);
    });
  }

  /**
   * Counts what assigning would do, up to the limit of a job. The number of statements does not depend on the number
   * of pairs. @throws as assign
   */
  async preview(tenant: Tenant, request: AssignRequest): Promise<AssignPreview> {
    const { validRequest, trainings, staff } = await this.loadRequest(tenant, request);
    const { staff_id, training_id, due_on, again } = validRequest;
    const counts = await this.pairs.countByAction(tenant, staff_id, training_id);
    const pairs = staff_id.length * training_id.length;
    const already_assigned = counts.stays + (again === false ? counts.again : 0);
    return {
      staff: staff_id.length,
      trainings: training_id.length,
      pairs,
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

  /** Validates a request for a background job. @throws as assign */
  async validate(tenant: Tenant, request: AssignRequest): Promise<AssignRequest & { due_on: string | null }> {
    return (await this.loadRequest(tenant, request)).validRequest;
  }

  private async loadRequest(tenant: Tenant, request: AssignRequest) {
    const { today: _, ...validRequest } = this.validRequest(tenant, request, JOB_PAIRS_MAX);
    const trainings = await this.trainings.requirePublished(tenant, validRequest.training_id);
    const staff = await this.staff.requireActive(tenant, validRequest.staff_id);
    return { validRequest, trainings, staff };
  }

  /** Completed assignments stay, and all progress is kept. @throws UnknownAssignmentError: nothing is removed */
  async remove(tenant: Tenant, ids: readonly string[], reason: string | null) {
    const assignment_id = [...new Set(ids)];
    return this.context.transactions.run(async () => {
      const records = await this.context.records.find(tenant, { assignment_id });
      const known = new Set(records.map((record) => record.assignment_id));
      if (known.size < assignment_id.length)
        throw new UnknownAssignmentError(assignment_id.filter((id) => !known.has(id)));
      const removable = records
        .filter(({ state }) => REMOVABLE_STATES.includes(state))
        .map((record) => record.assignment_id);
      const removed_at = this.context.clock.now();
      const removed = await this.context.records.update(
        tenant,
        { assignment_id, state: REMOVABLE_STATES },
        { state: 'removed', removed_at, removed_reason: reason?.trim() || null },
      );
      await this.sources.refuseAll(
        tenant,
        removed === removable.length ? removable : await this.findRemovedAt(tenant, assignment_id, removed_at),
      );
      await this.context.audit.record(
        buildAuditEntry(
          tenant,
          'training-assignment.remove',
          undefined,
          { assignments: records.filter(({ state }) => REMOVABLE_STATES.includes(state)).map(pairOf) },
          { assignment_id, reason, removed },
        ),
      );
      if (removed) {
        const staffIds = records
          .filter(({ state }) => REMOVABLE_STATES.includes(state))
          .map((record) => record.staff_id);
        await this.eventBus.publish(ASSIGNMENTS_ENDED, tenant, { staff_id: staffIds });
      }
      const inState = (...states: readonly string[]) => records.filter(({ state }) => states.includes(state)).length;
      return {
        removed,
        in_progress: inState('in_progress'),
        completed: inState(...COMPLETED_ASSIGNMENT_STATES),
        already_removed: inState('removed'),
      };
    });
  }

  /** Needed when some were completed or removed by another request since they were read. */
  private async findRemovedAt(tenant: Tenant, assignment_id: readonly string[], removed_at: number): Promise<string[]> {
    const where = { assignment_id: [...assignment_id], state: 'removed', removed_at };
    return (await this.context.records.find(tenant, where)).map((record) => record.assignment_id);
  }

  /** The running or last cycle; null: not assigned, or removed. */
  async findRunning(tenant: Tenant, staff_id: string, training_id: string): Promise<RunningAssignment | null> {
    const [latest] = await this.context.records.find(
      tenant,
      { staff_id, training_id, state: { nin: ['removed', 'waived'] } },
      { order: [['cycle', 'desc']], limit: 1 },
    );
    return latest ?? null;
  }

  /** Ids of open assignments by staff id. */
  async findOpen(
    tenant: Tenant,
    training_id: string,
    staff_id: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    const state = [...OPEN_ASSIGNMENT_STATES];
    const records = await this.context.records.find(tenant, { staff_id: [...staff_id], training_id, state });
    return new Map(records.map((record) => [record.staff_id, record.assignment_id]));
  }

  async countCompleted(tenant: Tenant, assignment_id: readonly string[]): Promise<number> {
    const state = [...COMPLETED_ASSIGNMENT_STATES];
    return this.context.records.count(tenant, { assignment_id: [...assignment_id], state });
  }

  /** assigned → in_progress; may be repeated. Runs in the caller's transaction. */
  async start(tenant: Tenant, assignment_id: string): Promise<void> {
    const change = { state: 'in_progress', started_at: this.context.clock.now() };
    await this.context.transactions.run(() =>
      this.context.records.update(tenant, { assignment_id, state: 'assigned' }, change),
    );
  }

  /** Admins see all, managers those of their line, learners their own that are not removed. */
  protected override async restrictToVisible(
    tenant: Tenant,
    filter: Where<TrainingAssignment & DueStatus>,
  ): Promise<Where<TrainingAssignment>> {
    const { overdue, employed, account_pending, ...rest } = filter;
    const filters = {
      overdue: parseBooleanFilter('overdue', overdue),
      employed: parseBooleanFilter('employed', employed),
      account_pending: parseBooleanFilter('account_pending', account_pending),
    };
    // `_null` matches nothing, because derived values are never null.
    const isNone = [overdue, employed, account_pending].some(
      (filter) => (filter as { null?: unknown } | undefined)?.null === true,
    );
    const derived = isNone ? [{ assignment_id: [] }] : await this.dueStatusQuery.filterBy(tenant, filters);
    // Nested in anyOf, because the caller's filters may use the same columns.
    const where = derived.reduce<Where<TrainingAssignment>>((inner, outer) => ({ ...outer, anyOf: [inner] }), rest);
    if (tenant.scope.kind === 'all') return where;
    return restrictToVisible(tenant, { anyOf: [where], state: { ne: 'removed' } });
  }

  protected override async rows(tenant: Tenant, records: readonly TrainingAssignment[]) {
    const ids = records.map((record) => record.assignment_id);
    const reasons = await this.reasons.findByAssignment(tenant, ids);
    const rows = this.buildRows(records, await this.dueStatusQuery.loadStatuses(tenant, records));
    return rows.map((row) => ({ ...row, reasons: reasons.get(row.id) ?? [] }));
  }

  /** Exports contain plain fields only. */
  override async *exported(tenant: Tenant, { where, order, search }: ListRequest<TrainingAssignment>) {
    const statuses = await this.dueStatusQuery.loadExceptions(tenant);
    const visible = await this.restrictToVisible(tenant, where as Where<TrainingAssignment & DueStatus>);
    for await (const records of this.context.records.findInBatches(tenant, visible, {
      order,
      ...(search && { search }),
    }))
      yield this.buildRows(records, statuses);
  }

  private buildRows(records: readonly TrainingAssignment[], statuses: ReadonlyMap<string, DueStatus>) {
    return records.map((record) => ({
      ...rowOf(this.definition, record, statuses.get(record.assignment_id) ?? DEFAULT_DUE_STATUS),
      reasons: [],
    }));
  }

  private validRequest(tenant: Tenant, request: AssignRequest, limit: number): ValidAssignRequest {
    const staff_id = [...new Set(request.staff_id)];
    const training_id = [...new Set(request.training_id)];
    const pairs = staff_id.length * training_id.length;
    if (pairs > limit) throw new TooManyPairsError(pairs, limit);
    const today = dayAt(this.context.clock.now(), tenant.time_zone);
    const due_on = request.due_on || null;
    if (due_on && due_on < today)
      throw new InvalidFieldsError({
        due_on: [fieldError('day_passed', `This date is in the past. Choose ${today} or later.`, { today })],
      });
    return { ...request, staff_id, training_id, due_on, today };
  }

  private async assignPairs(
    tenant: Tenant,
    validRequest: ValidAssignRequest,
    trainings: readonly Training[],
  ): Promise<AssignTrainingsResponse> {
    const { staff_id, training_id, due_on, mandatory = true } = validRequest;
    const results = await this.pairs.assign(
      tenant,
      await this.pairs.plan(tenant, staff_id, training_id),
      trainings,
      validRequest,
    );
    const assignedResults = results.filter((each) => each.assigned);
    const outcome = { assigned: assignedResults.length, already_assigned: results.length - assignedResults.length };
    const again = assignedResults.filter(({ pair }) => pair.action === 'again').length;
    const auditFacts = { staff_id, training_id, due_on, mandatory, again, ...outcome };
    await this.context.audit.record(buildAuditEntry(tenant, 'training-assignment.bulk', undefined, null, auditFacts));
    return outcome;
  }
}

const pairOf = ({ assignment_id, staff_id, training_id, state }: TrainingAssignment) => ({
  assignment_id,
  staff_id,
  training_id,
  state,
});

/** @returns undefined if the filter does not restrict anything @throws MalformedRequestError */
function parseBooleanFilter(name: string, filter: unknown): boolean | undefined {
  if (filter === undefined || typeof filter === 'boolean') return filter;
  const { ne, null: isNull } = filter as { ne?: unknown; null?: unknown };
  if (typeof ne === 'boolean') return !ne;
  if (typeof isNull === 'boolean') return undefined;
  const message = `${name} is true or false.`;
  throw new MalformedRequestError(message, { [name]: [fieldError('query', message)] });
}
