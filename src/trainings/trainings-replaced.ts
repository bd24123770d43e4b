import { Injectable, type OnModuleInit } from '@nestjs/common';
import { dayAt, type Day } from '../platform/calendar';
import { Clock } from '../platform/clock';
import type { Where } from '../platform/database/where';
import { newId } from '../platform/ids';
import { StaffService } from '../staff/staff.service';
import type { Batch } from '../tenancy/batch';
import { Reassignments, type Passed } from '../tenancy/reassignments';
import { Records } from '../tenancy/tenancy.module';
import { Announcements } from '../tenancy/announcements';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { AssignmentSources } from './assignment-sources';
import { TrainingAssignment } from './assignment.entity';
import { latestCycles, NEW_CYCLE, planned, stateAfterReturn } from './next-cycles';
import { TrainingCompletion } from './training-completion';
import { Training } from './training.entity';
import { ASSIGNMENTS_ENDED } from './training.events';

/** Of one person: the old one, which is removed, and the other one, each with its reason. */
const ASSIGNMENT_ROWS = 4;

/**
 * Another training takes a training's place: whoever has not begun it gets the other one, due on the same day. Who has
 * begun goes on, whoever has left gets nothing anew, what was completed stays, and levels are as they were.
 */
@Injectable()
export class TrainingsReplaced implements OnModuleInit {
  constructor(
    @Records(TrainingAssignment) private readonly assignments: TenantRepository<TrainingAssignment>,
    private readonly staff: StaffService,
    private readonly sources: AssignmentSources,
    private readonly reassignments: Reassignments,
    private readonly announcements: Announcements,
    private readonly completion: TrainingCompletion,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.reassignments.alsoMoves(Training, {
      move: async (tenant, from, to, batch) => ({ assignments: await this.pass(tenant, from, to, batch) }),
      stays: async (tenant, training_id) => ({
        training_assignment: await this.assignments.count(tenant, { training_id, state: { ne: 'assigned' } }),
      }),
    });
  }

  private async pass(tenant: Tenant, from: string, to: string, batch: Batch): Promise<Passed> {
    const waiting = { training_id: from, state: 'assigned' };
    const found = await this.assignments.find(tenant, waiting, { limit: batch.reads(ASSIGNMENT_ROWS) });
    const rows = await this.removed(tenant, batch.take(found, ASSIGNMENT_ROWS));
    if (!rows.length) return { was: [] };
    const whose = rows.map((row) => row.staff_id);
    const here = await this.staff.presentAmong(tenant, whose);
    const known = latestCycles(await this.assignments.find(tenant, { training_id: to, staff_id: whose }));
    const assigned_on = dayAt(this.clock.now(), tenant.time_zone);
    const added: (Partial<TrainingAssignment> & Pair)[] = [];
    const returning: Returning[] = [];
    for (const { staff_id, due_on, mandatory, source } of rows) {
      if (!here.has(staff_id)) continue;
      const { what, cycle, assignment_id, isStarted } = planned(staff_id, to, known);
      if (what === 'returns')
        returning.push({
          ...{ assignment_id: assignment_id!, staff_id },
          terms: { due_on, mandatory, source, state: stateAfterReturn(isStarted) },
        });
      if (what !== 'new' && what !== 'again') continue;
      const pair = { staff_id, training_id: to, cycle, assignment_id: newId(this.clock.now()) };
      added.push({ ...pair, ...NEW_CYCLE, state: 'assigned', source, mandatory, assigned_on, due_on });
    }
    const made = await this.ours(tenant, added, await this.assignments.insertMissing(tenant, added));
    const back = await this.returned(tenant, returning, assigned_on);
    await this.completion.settleAssignments(tenant, idsOf(back));
    const became = new Map([...made, ...back].map((pair) => [pair.staff_id, pair.assignment_id]));
    const into = rows.map((row) => [row.assignment_id, became.get(row.staff_id)] as const);
    await this.sources.copy(
      tenant,
      new Map(into.filter((each): each is readonly [string, string] => Boolean(each[1]))),
    );
    await this.sources.forget(tenant, idsOf(rows));
    await this.announcements.publish(ASSIGNMENTS_ENDED, tenant, { staff_id: whose });
    return { was: rows.map(pairOf), became: [...made, ...back].map(pairOf) };
  }

  /**
   * The old ones go first, guarded: whoever began one since it was read goes on with it, and nobody gets the other one
   * beside it. @returns those that are removed now
   */
  private async removed(tenant: Tenant, rows: readonly TrainingAssignment[]): Promise<readonly TrainingAssignment[]> {
    if (!rows.length) return [];
    const now = { removed_at: this.clock.now(), removed_reason: 'Replaced by another training.' };
    const gone = { state: 'removed', ...now };
    const asked = { assignment_id: idsOf(rows), state: 'assigned' };
    return this.ours(tenant, rows, await this.assignments.update(tenant, asked, gone), gone);
  }

  /** Claimed first: what somebody else has given back meanwhile is theirs to tell. @returns those that are back now */
  private async returned(tenant: Tenant, pairs: readonly Returning[], assigned_on: Day): Promise<readonly Pair[]> {
    if (!pairs.length) return [];
    const claim = { removed_reason: newId(this.clock.now()) };
    const claimed = await this.assignments.update(tenant, { assignment_id: idsOf(pairs), state: 'removed' }, claim);
    const ours = await this.ours(tenant, pairs, claimed, claim);
    const again = { assigned_on, removed_at: null, removed_reason: null };
    // One statement for all on the same terms, not one for each person.
    for (const key of new Set(ours.map(termsKey))) {
      const alike = ours.filter((pair) => termsKey(pair) === key);
      await this.assignments.update(tenant, { assignment_id: idsOf(alike) }, { ...again, ...alike[0]!.terms });
    }
    return ours;
  }

  /** Those of them that this transaction wrote. @param written as many as were @param so what they say since */
  private async ours<P extends Pair>(
    tenant: Tenant,
    pairs: readonly P[],
    written: number,
    so: Where<TrainingAssignment> = {},
  ): Promise<readonly P[]> {
    if (written === pairs.length) return pairs;
    const ids = new Set(idsOf(await this.assignments.find(tenant, { assignment_id: idsOf(pairs), ...so })));
    return pairs.filter(({ assignment_id }) => ids.has(assignment_id));
  }
}

type Pair = Pick<TrainingAssignment, 'assignment_id' | 'staff_id'>;
type Returning = Pair & { terms: Pick<TrainingAssignment, 'due_on' | 'mandatory' | 'source' | 'state'> };

const termsKey = ({ terms: { due_on, mandatory, source, state } }: Returning): string =>
  `${due_on} ${mandatory} ${source} ${state}`;
const pairOf = ({ assignment_id, staff_id }: Pair): Pair => ({ assignment_id, staff_id });
const idsOf = (pairs: readonly Pair[]): string[] => pairs.map(({ assignment_id }) => assignment_id);
