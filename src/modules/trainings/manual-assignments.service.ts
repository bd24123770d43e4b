import { Injectable } from '@nestjs/common';
import { OPEN_ASSIGNMENT_STATES } from '../../contract/training-assignments.resource';
import { whereUnchanged } from '../../infrastructure/database/where-unchanged';
import { StaleReadError } from '../../infrastructure/database/transaction-manager';
import type { Where } from '../../infrastructure/database/where';
import { addDays, dayAt } from '../../common/calendar';
import { buildAuditEntry } from '../../tenancy/audit-entry';
import type { JobRow } from '../background-jobs/job-row.entity';
import { InjectResourceContext, type ResourceContext } from '../../crud/resource-context';
import { DomainEventBus } from '../../tenancy/domain-event-bus';
import type { Tenant } from '../../tenancy/tenant';
import { AssignmentPairsService, type AssignedVersion } from './assignment-pairs.service';
import { AssignmentSourceRepository } from './assignment-source.repository';
import { TrainingAssignment } from './assignment.entity';
import { latestCycles, planPair, type PairPlan } from './assignment-cycles';
import { TrainingsService } from './trainings.service';
import { ASSIGNMENTS_ENDED } from './training.events';

export interface ManualAssignment {
  readonly staff_id: string;
  readonly training_id: string;
  /** null: computed from the training's due days. */
  readonly due_on: string | null;
  readonly mandatory: boolean;
}
/** Job row code for the next cycle of a completed training. */
export const NEXT_CYCLE = 'next_cycle';

const OPEN: readonly string[] = OPEN_ASSIGNMENT_STATES;

/** Manual assignment of many pairs with terms per pair, and its undo. */
@Injectable()
export class ManualAssignmentsService {
  constructor(
    @InjectResourceContext(TrainingAssignment) private readonly parts: ResourceContext<TrainingAssignment>,
    private readonly pairs: AssignmentPairsService,
    private readonly sources: AssignmentSourceRepository,
    private readonly trainings: TrainingsService,
    private readonly eventBus: DomainEventBus,
  ) {}

  /**
   * Assigns new pairs and restores removed ones; the caller has checked in this transaction that each is one or the
   * other. One statement per distinct terms of restored pairs. @returns versions, in order @throws UnknownTrainingError
   */
  async assign(tenant: Tenant, requested: readonly ManualAssignment[]): Promise<AssignedVersion[]> {
    const staff_id = [...new Set(requested.map((each) => each.staff_id))];
    const training_id = [...new Set(requested.map((each) => each.training_id))];
    return this.parts.transactions.run(async () => {
      const today = dayAt(this.parts.clock.now(), tenant.time_zone);
      const known = await this.trainings.requirePublished(tenant, training_id);
      const dueDaysByTraining = new Map(known.map((each) => [each.training_id, each.due_days]));
      const resolveDueDay = ({ due_on, training_id: id }: ManualAssignment) => {
        const dueDays = dueDaysByTraining.get(id) ?? null;
        return due_on ?? (dueDays === null ? null : addDays(today, dueDays));
      };
      const latestByPair = latestCycles(await this.parts.records.find(tenant, { staff_id, training_id }));
      const toAssign = requested
        .map((each) => ({
          pair: planPair(each.staff_id, each.training_id, latestByPair),
          due_on: resolveDueDay(each),
          mandatory: each.mandatory,
        }))
        .filter(({ pair }) => pair.action === 'new' || pair.action === 'returns');
      const pairs = toAssign.map(({ pair }) => pair);
      const assigned = (await this.pairs.assignPairs(tenant, pairs, toAssign)).flatMap(
        (result) => result.assigned ?? [],
      );
      // Another request assigned some of them; the retry excludes them.
      if (assigned.length < requested.length) throw new StaleReadError('Another request has assigned some of these');
      const assignments = pairs.map((pair, at) => ({ ...pairOf(pair), assignment_id: assigned[at]!.assignment_id }));
      const auditFacts = { assignments, assigned: assigned.length };
      await this.parts.audit.record(buildAuditEntry(tenant, 'training-assignment.bulk', undefined, null, auditFacts));
      return assigned;
    });
  }

  /**
   * Undoes assignments that were neither started nor changed; those that a rule wants too stay.
   * @param rows job rows with record id and version @returns row numbers by result code
   */
  async undo(tenant: Tenant, rows: readonly JobRow[]): Promise<ReadonlyMap<string, readonly number[]>> {
    const assignment_id = rows.map((row) => row.record_id!);
    const records = await this.parts.records.find(tenant, { assignment_id });
    const recordById = new Map(records.map((record) => [record.assignment_id, record]));
    const isUnchanged = ({ record_id, record_version }: JobRow) => {
      const record = recordById.get(record_id!);
      // A restored assignment has its previous state and may have been started before.
      return OPEN.includes(record?.state ?? '') && record?.row_version === record_version;
    };
    const unchangedIds = rows.filter(isUnchanged).map((row) => row.record_id!);
    const wantedByRule = await this.sources.removeManual(tenant, unchangedIds);
    const untouched = unchangedIds.filter((id) => !wantedByRule.has(id));
    const rowNumbersByCode = new Map<string, number[]>();
    for (const row of rows) {
      const { row_no, record_id } = row;
      const done = wantedByRule.has(record_id!) ? 'wanted_by_rule' : 'taken_back';
      const code = isUnchanged(row) ? done : codeForKept(recordById.get(record_id!)?.state);
      rowNumbersByCode.set(code, [...(rowNumbersByCode.get(code) ?? []), row_no]);
    }
    // Next cycles are deleted; they open again when the renewal is due.
    const nextCycleIds = new Set(rows.filter(({ code }) => code === NEXT_CYCLE).map((row) => row.record_id!));
    const [nextCycles, assigned] = [
      untouched.filter((id) => nextCycleIds.has(id)),
      untouched.filter((id) => !nextCycleIds.has(id)),
    ];
    const removedState = { state: 'removed', removed_at: this.parts.clock.now(), removed_reason: null };
    const whereStillUntouched = (ids: readonly string[]): Where<TrainingAssignment> => {
      const selected = rows.filter((row) => ids.includes(row.record_id!));
      const versions = selected.map((row) => ({ id: row.record_id!, version: row.record_version! }));
      return { ...whereUnchanged<TrainingAssignment>('assignment_id', versions), state: [...OPEN] };
    };
    await this.sources.removeAll(tenant, nextCycles);
    const deletedCount = nextCycles.length
      ? await this.parts.records.remove(tenant, whereStillUntouched(nextCycles))
      : 0;
    const removedCount = assigned.length
      ? await this.parts.records.update(tenant, whereStillUntouched(assigned), removedState)
      : 0;
    // An assignment was started between the two statements; the portion is retried.
    if (deletedCount + removedCount !== untouched.length)
      throw new StaleReadError('An assignment was started during the undo');
    const staff_id = untouched.map((id) => recordById.get(id)!.staff_id);
    await this.parts.transactions.run(() => this.eventBus.publish(ASSIGNMENTS_ENDED, tenant, { staff_id }));
    return rowNumbersByCode;
  }
}

const pairOf = ({ staff_id, training_id }: PairPlan) => ({ staff_id, training_id });

function codeForKept(state: string | undefined): string {
  if (state === 'removed' || state === undefined) return 'removed_since';
  if (state === 'in_progress') return 'begun';
  return state === 'assigned' ? 'changed_since' : 'completed';
}
