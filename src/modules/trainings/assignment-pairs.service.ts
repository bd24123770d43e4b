import { Injectable } from '@nestjs/common';
import { OPEN_ASSIGNMENT_STATES, type AssignmentSourceName } from '../../contract/training-assignments.resource';
import { addDays, dayAt } from '../../common/calendar';
import { StaleReadError } from '../../infrastructure/database/transaction-manager';
import { newId } from '../../common/ids';
import { DomainEventBus } from '../../tenancy/domain-event-bus';
import { InjectResourceContext, type ResourceContext } from '../../crud/resource-context';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';
import { AssignmentSourceRepository } from './assignment-source.repository';
import { TrainingAssignment } from './assignment.entity';
import {
  latestCycles,
  actionForState,
  NEW_CYCLE,
  planPair,
  stateAfterReturn,
  type PairPlan,
} from './assignment-cycles';
import { TrainingCompletionService } from './training-completion.service';
import type { Training } from './training.entity';
import { TRAININGS_ASSIGNED, type AssignedTrainings } from './training.events';

/** Options that apply to every pair of a call. */
export interface AssignOptions {
  due_on: string | null;
  mandatory?: boolean | undefined;
  /** Whether completed trainings start their next cycle; false: they are skipped. */
  again?: boolean | undefined;
}
/** A pair to assign and its terms. */
export interface PairToAssign {
  pair: PairPlan;
  due_on: string | null;
  mandatory: boolean;
}
export type AssignedVersion = Pick<TrainingAssignment, 'assignment_id' | 'row_version'>;
/** `assigned` is null if the pair was assigned before. */
export interface PairResult {
  pair: PairPlan;
  assigned: AssignedVersion | null;
}
type StaffTrainingPair = Pick<TrainingAssignment, 'staff_id' | 'training_id'>;

/** Plans and writes assignments of staff × trainings, for the bulk call and its background job. */
@Injectable()
export class AssignmentPairsService {
  constructor(
    @InjectResourceContext(TrainingAssignment) private readonly parts: ResourceContext<TrainingAssignment>,
    private readonly queries: TenantQueries,
    private readonly eventBus: DomainEventBus,
    private readonly sources: AssignmentSourceRepository,
    private readonly completion: TrainingCompletionService,
  ) {}

  /** Number of pairs per action, counted in one statement. */
  async countByAction(
    tenant: Tenant,
    staff_id: readonly string[],
    training_id: readonly string[],
  ): Promise<Readonly<Record<PairPlan['action'] | 'waived', number>>> {
    const rows = await this.queries.rows<{ state: string; n: number | string }>(tenant, LATEST_STATES_SQL, {
      staff_id,
      training_id,
    });
    const counts = { new: staff_id.length * training_id.length, again: 0, returns: 0, stays: 0, waived: 0 };
    for (const { state, n } of rows) {
      counts[state === 'waived' ? 'waived' : actionForState(state)] += Number(n);
      counts.new -= Number(n);
    }
    return counts;
  }

  /** All pairs, ordered by training. */
  async plan(tenant: Tenant, staff_id: readonly string[], training_id: readonly string[]): Promise<PairPlan[]> {
    const currentAssignments = latestCycles(
      await this.parts.records.find(tenant, { staff_id: [...staff_id], training_id: [...training_id] }),
    );
    return training_id.flatMap((training) => staff_id.map((staff) => planPair(staff, training, currentAssignments)));
  }

  /**
   * Assigns manually: open assignments stay, removed ones are restored with their progress, completed ones start the
   * next cycle. Runs in the caller's transaction; the unique key (staff, training, cycle) prevents duplicates.
   */
  async assign(
    tenant: Tenant,
    pairs: readonly PairPlan[],
    trainings: readonly Training[],
    { due_on, mandatory = true, again }: AssignOptions,
  ): Promise<PairResult[]> {
    const today = dayAt(this.parts.clock.now(), tenant.time_zone);
    const resolveDueDay = ({ due_days }: Training) => due_on ?? (due_days === null ? null : addDays(today, due_days));
    const dueDayByTraining = new Map(trainings.map((training) => [training.training_id, resolveDueDay(training)]));
    const included = pairs.filter(({ action }) => action !== 'again' || again !== false);
    const toAssign = included.map((pair) => ({
      pair,
      due_on: dueDayByTraining.get(pair.training_id) ?? null,
      mandatory,
    }));
    return this.assignPairs(tenant, pairs, toAssign);
  }

  /** Like `assign`, with terms per pair. @param toAssign the pairs to assign */
  async assignPairs(
    tenant: Tenant,
    pairs: readonly PairPlan[],
    toAssign: readonly PairToAssign[],
  ): Promise<PairResult[]> {
    const assignedByPair = await this.write(tenant, toAssign, 'manual');
    const results = pairs.map((pair) => ({ pair, assigned: assignedByPair.get(pairKey(pair)) ?? null }));
    const assignmentIds = results.flatMap(({ pair, assigned }) => assigned?.assignment_id ?? openAssignmentIds(pair));
    await this.sources.addManual(tenant, assignmentIds);
    const existingIds = pairs.flatMap(openAssignmentIds);
    // The new source row locks the assignment until the transaction ends, so a later removal sees it.
    if (
      existingIds.length &&
      (await this.parts.records.findOne(tenant, { assignment_id: existingIds, state: 'removed' }))
    )
      throw new StaleReadError('An assignment was removed during manual assignment');
    return results;
  }

  /**
   * Inserts new assignments and restores removed ones; the caller writes the sources. Runs in the caller's
   * transaction.
   * @param chosen set if the learner enrolled @returns assignments written by this call, by `pairKey`
   */
  async write(
    tenant: Tenant,
    toAssign: readonly PairToAssign[],
    source: AssignmentSourceName,
    chosen?: AssignedTrainings['chosen'],
  ): Promise<ReadonlyMap<string, AssignedVersion>> {
    const assigned_on = dayAt(this.parts.clock.now(), tenant.time_zone);
    const newPairs = toAssign.filter(({ pair: { action } }) => action === 'new' || action === 'again');
    const rows = newPairs.map(({ pair: { staff_id, training_id, cycle }, due_on, mandatory }) => ({
      source,
      mandatory,
      assigned_on,
      ...NEW_CYCLE,
      staff_id,
      training_id,
      cycle,
      state: 'assigned',
      due_on,
      assignment_id: newId(this.parts.clock.now()),
    }));
    const returning = toAssign.filter(({ pair }) => pair.action === 'returns');
    const returned = await this.restoreRemoved(tenant, returning, { source, assigned_on });
    const added = rows.length ? await this.parts.records.insertMissing(tenant, rows) : 0;
    const isAllWritten = returned === returning.length && added === rows.length;
    const restored = returning.map(({ pair: { staff_id, training_id, assignment_id, row_version } }) => ({
      staff_id,
      training_id,
      assignment_id: assignment_id!,
      row_version: row_version + 1,
    }));
    const candidates = [...restored, ...rows.map((row) => ({ ...row, row_version: 1 }))];
    const currentVersions = isAllWritten
      ? null
      : await this.currentAssignments(
          tenant,
          candidates.map((each) => each.assignment_id),
        );
    const assignments = candidates.filter(
      ({ assignment_id, row_version }) => !currentVersions || currentVersions.get(assignment_id) === row_version,
    );
    const restoredIds = returning.flatMap(({ pair: { assignment_id, isStarted } }) =>
      isStarted ? [assignment_id!] : [],
    );
    const completed = await this.completion.settleAssignments(tenant, restoredIds);
    const open = assignments.filter(({ assignment_id }) => !completed.has(assignment_id));
    if (open.length) {
      const news = { assignments: open.map(toEventItem), assigned_on, ...(chosen && { chosen }) };
      await this.eventBus.publish(TRAININGS_ASSIGNED, tenant, news);
    }
    return new Map(
      assignments.map(({ assignment_id, row_version, ...pair }) => [pairKey(pair), { assignment_id, row_version }]),
    );
  }

  /** One statement for all pairs on the same terms. @returns number of restored rows */
  private async restoreRemoved(
    tenant: Tenant,
    returning: readonly PairToAssign[],
    assignedFields: Pick<TrainingAssignment, 'source' | 'assigned_on'>,
  ): Promise<number> {
    const again = { ...assignedFields, removed_at: null, removed_reason: null };
    let returned = 0;
    for (const key of new Set(returning.map(termsKey))) {
      const toAssign = returning.filter((wish) => termsKey(wish) === key);
      const { due_on, mandatory, pair: first } = toAssign[0]!;
      const assignment_id = toAssign.map(({ pair }) => pair.assignment_id!);
      const change = { ...again, state: stateAfterReturn(first.isStarted), due_on, mandatory };
      returned += await this.parts.records.update(tenant, { assignment_id, state: 'removed' }, change);
    }
    return returned;
  }

  /** Versions of the open assignments; read when another transaction assigned some of them. */
  private async currentAssignments(
    tenant: Tenant,
    assignment_id: readonly string[],
  ): Promise<ReadonlyMap<string, number>> {
    const records = await this.parts.records.find(tenant, {
      assignment_id: [...assignment_id],
      state: [...OPEN_ASSIGNMENT_STATES],
    });
    return new Map(records.map((record) => [record.assignment_id, record.row_version]));
  }
}

/** The newest cycle of each pair, counted by state. */
const LATEST_STATES_SQL = `SELECT a.state, COUNT(*) AS n FROM training_assignment a
  WHERE a.customer_id = :customer_id AND a.staff_id IN (:staff_id) AND a.training_id IN (:training_id)
    AND NOT EXISTS (SELECT 1 FROM training_assignment b WHERE b.customer_id = :customer_id
      AND b.staff_id = a.staff_id AND b.training_id = a.training_id AND b.cycle > a.cycle)
  GROUP BY a.state`;

export const pairKey = ({ staff_id, training_id }: StaffTrainingPair): string => staff_id + training_id;

const toEventItem = ({ assignment_id, staff_id, training_id }: StaffTrainingPair & AssignedVersion) => ({
  assignment_id,
  staff_id,
  training_id,
});

const termsKey = ({ due_on, mandatory, pair }: PairToAssign): string => `${due_on} ${mandatory} ${pair.isStarted}`;

/** Open assignments also get the manual source of this call. */
const openAssignmentIds = ({ action, state, assignment_id }: PairPlan): string[] =>
  action === 'stays' && state !== 'waived' ? [assignment_id!] : [];
