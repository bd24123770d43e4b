import { Injectable, type OnModuleInit } from '@nestjs/common';
import { dayAt, type Day } from '../../common/calendar';
import { Clock } from '../../common/clock';
import type { Where } from '../../infrastructure/database/where';
import { newId } from '../../common/ids';
import { StaffService } from '../staff/staff.service';
import type { TransactionBatch } from '../../tenancy/transaction-batch';
import { ReassignmentsService, type MovedRows } from '../../tenancy/reassignments.service';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import { DomainEventBus } from '../../tenancy/domain-event-bus';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { AssignmentSourceRepository } from './assignment-source.repository';
import { TrainingAssignment } from './assignment.entity';
import { latestCycles, NEW_CYCLE, planPair, stateAfterReturn } from './assignment-cycles';
import { TrainingCompletionService } from './training-completion.service';
import { Training } from './training.entity';
import { ASSIGNMENTS_ENDED } from './training.events';

/** Old and new assignment, each with a source. */
const ASSIGNMENT_ROWS = 4;

/**
 * Replaces a training: assignments that were not started move to the other training with the same due day. Started
 * and completed ones and levels stay; staff who left get nothing new.
 */
@Injectable()
export class TrainingReassignmentService implements OnModuleInit {
  constructor(
    @InjectTenantRepository(TrainingAssignment) private readonly assignments: TenantRepository<TrainingAssignment>,
    private readonly staff: StaffService,
    private readonly sources: AssignmentSourceRepository,
    private readonly reassignmentsService: ReassignmentsService,
    private readonly eventBus: DomainEventBus,
    private readonly completion: TrainingCompletionService,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.reassignmentsService.registerReferences(Training, {
      move: async (tenant, from, to, batch) => ({ assignments: await this.reassign(tenant, from, to, batch) }),
      countHistory: async (tenant, training_id) => ({
        training_assignment: await this.assignments.count(tenant, { training_id, state: { ne: 'assigned' } }),
      }),
    });
  }

  private async reassign(
    tenant: Tenant,
    from: string,
    to: string,
    transactionBatch: TransactionBatch,
  ): Promise<MovedRows> {
    const notStarted = { training_id: from, state: 'assigned' };
    const assignments = await this.assignments.find(tenant, notStarted, {
      limit: transactionBatch.readLimit(ASSIGNMENT_ROWS),
    });
    const rows = await this.removeOld(tenant, transactionBatch.take(assignments, ASSIGNMENT_ROWS));
    if (!rows.length) return { was: [] };
    const staffIds = rows.map((row) => row.staff_id);
    const presentStaff = await this.staff.filterPresent(tenant, staffIds);
    const latestByPair = latestCycles(await this.assignments.find(tenant, { training_id: to, staff_id: staffIds }));
    const assigned_on = dayAt(this.clock.now(), tenant.time_zone);
    const toInsert: (Partial<TrainingAssignment> & Pair)[] = [];
    const toRestore: PairToRestore[] = [];
    for (const { staff_id, due_on, mandatory, source } of rows) {
      if (!presentStaff.has(staff_id)) continue;
      const { action, cycle, assignment_id, isStarted } = planPair(staff_id, to, latestByPair);
      if (action === 'returns')
        toRestore.push({
          assignment_id: assignment_id!,
          staff_id,
          terms: { due_on, mandatory, source, state: stateAfterReturn(isStarted) },
        });
      if (action !== 'new' && action !== 'again') continue;
      const pair = { staff_id, training_id: to, cycle, assignment_id: newId(this.clock.now()) };
      toInsert.push({ ...pair, ...NEW_CYCLE, state: 'assigned', source, mandatory, assigned_on, due_on });
    }
    const inserted = await this.writtenPairs(tenant, toInsert, await this.assignments.insertMissing(tenant, toInsert));
    const restored = await this.restoreRemoved(tenant, toRestore, assigned_on);
    await this.completion.settleAssignments(tenant, idsOf(restored));
    const became = new Map([...inserted, ...restored].map((pair) => [pair.staff_id, pair.assignment_id]));
    const idPairs = rows.map((row) => [row.assignment_id, became.get(row.staff_id)] as const);
    await this.sources.copyTo(
      tenant,
      new Map(idPairs.filter((each): each is readonly [string, string] => Boolean(each[1]))),
    );
    await this.sources.removeAll(tenant, idsOf(rows));
    await this.eventBus.publish(ASSIGNMENTS_ENDED, tenant, { staff_id: staffIds });
    return { was: rows.map(pairOf), became: [...inserted, ...restored].map(pairOf) };
  }

  /**
   * Removes the old assignments first, guarded by their state: one that was started since it was read stays, and its
   * learner does not get the other training. @returns the removed assignments
   */
  private async removeOld(tenant: Tenant, rows: readonly TrainingAssignment[]): Promise<readonly TrainingAssignment[]> {
    if (!rows.length) return [];
    const now = { removed_at: this.clock.now(), removed_reason: 'Replaced by another training.' };
    const removedState = { state: 'removed', ...now };
    const where = { assignment_id: idsOf(rows), state: 'assigned' };
    return this.writtenPairs(tenant, rows, await this.assignments.update(tenant, where, removedState), removedState);
  }

  /**
   * Marks the rows first, so that restores by concurrent transactions are not reported twice.
   * @returns the restored assignments
   */
  private async restoreRemoved(
    tenant: Tenant,
    pairs: readonly PairToRestore[],
    assigned_on: Day,
  ): Promise<readonly Pair[]> {
    if (!pairs.length) return [];
    const claim = { removed_reason: newId(this.clock.now()) };
    const claimed = await this.assignments.update(tenant, { assignment_id: idsOf(pairs), state: 'removed' }, claim);
    const writtenPairs = await this.writtenPairs(tenant, pairs, claimed, claim);
    const restoredFields = { assigned_on, removed_at: null, removed_reason: null };
    // One statement per distinct terms.
    for (const key of new Set(writtenPairs.map(termsKey))) {
      const sameTerms = writtenPairs.filter((pair) => termsKey(pair) === key);
      await this.assignments.update(
        tenant,
        { assignment_id: idsOf(sameTerms) },
        { ...restoredFields, ...sameTerms[0]!.terms },
      );
    }
    return writtenPairs;
  }

  /**
   * Pairs written by this transaction.
   * @param written number of rows written
   * @param expected column values set by this transaction
   */
  private async writtenPairs<P extends Pair>(
    tenant: Tenant,
    pairs: readonly P[],
    written: number,
    expected: Where<TrainingAssignment> = {},
  ): Promise<readonly P[]> {
    if (written === pairs.length) return pairs;
    const ids = new Set(idsOf(await this.assignments.find(tenant, { assignment_id: idsOf(pairs), ...expected })));
    return pairs.filter(({ assignment_id }) => ids.has(assignment_id));
  }
}

type Pair = Pick<TrainingAssignment, 'assignment_id' | 'staff_id'>;
type PairToRestore = Pair & { terms: Pick<TrainingAssignment, 'due_on' | 'mandatory' | 'source' | 'state'> };

const termsKey = ({ terms: { due_on, mandatory, source, state } }: PairToRestore): string =>
  `${due_on} ${mandatory} ${source} ${state}`;
const pairOf = ({ assignment_id, staff_id }: Pair): Pair => ({ assignment_id, staff_id });
const idsOf = (pairs: readonly Pair[]): string[] => pairs.map(({ assignment_id }) => assignment_id);
