import { Injectable } from '@nestjs/common';
import { OPEN_ASSIGNMENT_STATES, type AssignmentSourceName } from '../contract/training-assignments.resource';
import { addDays, dayAt } from '../platform/calendar';
import { LookedTooEarly } from '../platform/database/transactions';
import { newId } from '../platform/ids';
import { Announcements } from '../tenancy/announcements';
import { PartsOf, type ResourceParts } from '../tenancy/resources/resource-parts';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import { AssignmentSources } from './assignment-sources';
import { TrainingAssignment } from './assignment.entity';
import { latestCycles, meaningOf, NEW_CYCLE, planned, stateAfterReturn, type Planned } from './next-cycles';
import { TrainingCompletion } from './training-completion';
import type { Training } from './training.entity';
import { TRAININGS_ASSIGNED, type AssignedTrainings } from './training.events';

/** What holds for every pair of one order. */
export interface AssignRules {
  due_on: string | null;
  mandatory?: boolean | undefined;
  /** Whoever has completed a training begins its next cycle; false: they are left as they are. */
  again?: boolean | undefined;
}
/** What one pair is to be, where it is not there yet. */
export interface Wish {
  pair: Planned;
  due_on: string | null;
  mandatory: boolean;
}
/** As it is now. */
export type AssignedVersion = Pick<TrainingAssignment, 'assignment_id' | 'row_version'>;
/** What became of one pair: assigned by this order, as the version that it is now; or it was there. */
export interface KeptPair {
  pair: Planned;
  assigned: AssignedVersion | null;
}
type PairList = Pick<TrainingAssignment, 'staff_id' | 'training_id'>;

/** Staff × trainings, looked at and written: behind the bulk call, and behind the job of what is larger. */
@Injectable()
export class AssignedPairs {
  constructor(
    @PartsOf(TrainingAssignment) private readonly parts: ResourceParts<TrainingAssignment>,
    private readonly queries: TenantQueries,
    private readonly announcements: Announcements,
    private readonly sources: AssignmentSources,
    private readonly completion: TrainingCompletion,
  ) {}

  /** How many pairs there are of each meaning, counted by the database in one statement. */
  async counted(
    tenant: Tenant,
    staff_id: readonly string[],
    training_id: readonly string[],
  ): Promise<Readonly<Record<Planned['what'] | 'waived', number>>> {
    const rows = await this.queries.rows<{ state: string; n: number | string }>(tenant, STANDING, {
      staff_id,
      training_id,
    });
    const counts = { new: staff_id.length * training_id.length, again: 0, returns: 0, stays: 0, waived: 0 };
    for (const { state, n } of rows) {
      counts[state === 'waived' ? 'waived' : meaningOf(state)] += Number(n);
      counts.new -= Number(n);
    }
    return counts;
  }

  /** Every pair of them, by training, as it stands. */
  async plan(tenant: Tenant, staff_id: readonly string[], training_id: readonly string[]): Promise<Planned[]> {
    const standing = latestCycles(
      await this.parts.records.find(tenant, { staff_id: [...staff_id], training_id: [...training_id] }),
    );
    return training_id.flatMap((training) => staff_id.map((staff) => planned(staff, training, standing)));
  }

  /**
   * Assigns those that are not, by hand: what is assigned and not yet completed stays as it is; what was removed is taken up
   * again with its progress; what was completed begins its next cycle. In the caller's transaction; the unique key decides.
   */
  async keep(
    tenant: Tenant,
    pairs: readonly Planned[],
    trainings: readonly Training[],
    { due_on, mandatory = true, again }: AssignRules,
  ): Promise<KeptPair[]> {
    const today = dayAt(this.parts.clock.now(), tenant.time_zone);
    const due = ({ due_days }: Training) => due_on ?? (due_days === null ? null : addDays(today, due_days));
    const dueOf = new Map(trainings.map((training) => [training.training_id, due(training)]));
    const begun = pairs.filter(({ what }) => what !== 'again' || again !== false);
    const wishes = begun.map((pair) => ({ pair, due_on: dueOf.get(pair.training_id) ?? null, mandatory }));
    return this.keepWishes(tenant, pairs, wishes);
  }

  /** The same where each pair has terms of its own. @param wishes what of the pairs is to be assigned */
  async keepWishes(tenant: Tenant, pairs: readonly Planned[], wishes: readonly Wish[]): Promise<KeptPair[]> {
    const written = await this.write(tenant, wishes, 'manual');
    const kept = pairs.map((pair) => ({ pair, assigned: written.get(nameOf(pair)) ?? null }));
    const whose = kept.flatMap(({ pair, assigned }) => assigned?.assignment_id ?? standingOf(pair));
    await this.sources.addByHand(tenant, whose);
    const stood = pairs.flatMap(standingOf);
    // The reason holds the assignment until the transaction ends: what takes it away from now on sees the reason.
    if (stood.length && (await this.parts.records.one(tenant, { assignment_id: stood, state: 'removed' })))
      throw new LookedTooEarly('An assignment was taken away while it was assigned by hand');
    return kept;
  }

  /**
   * What is new is made, what was removed comes back; the reasons are the caller's to write. In the caller's transaction.
   * @param chosen by whoever has to do it
   * @returns by person and training, those that this call assigned
   */
  async write(
    tenant: Tenant,
    wishes: readonly Wish[],
    source: AssignmentSourceName,
    chosen?: AssignedTrainings['chosen'],
  ): Promise<ReadonlyMap<string, AssignedVersion>> {
    const assigned_on = dayAt(this.parts.clock.now(), tenant.time_zone);
    const begun = wishes.filter(({ pair: { what } }) => what === 'new' || what === 'again');
    const rows = begun.map(({ pair: { staff_id, training_id, cycle }, due_on, mandatory }) => ({
      ...{ source, mandatory, assigned_on, ...NEW_CYCLE },
      ...{ staff_id, training_id, cycle, state: 'assigned', due_on },
      assignment_id: newId(this.parts.clock.now()),
    }));
    const returning = wishes.filter(({ pair }) => pair.what === 'returns');
    const returned = await this.takeUp(tenant, returning, { source, assigned_on });
    const added = rows.length ? await this.parts.records.insertMissing(tenant, rows) : 0;
    const all = returned === returning.length && added === rows.length;
    const back = returning.map(({ pair: { staff_id, training_id, assignment_id, row_version } }) => ({
      ...{ staff_id, training_id, assignment_id: assignment_id!, row_version: row_version + 1 },
    }));
    const taken = [...back, ...rows.map((row) => ({ ...row, row_version: 1 }))];
    const ours = all
      ? null
      : await this.standing(
          tenant,
          taken.map((each) => each.assignment_id),
        );
    const assignments = taken.filter(
      ({ assignment_id, row_version }) => !ours || ours.get(assignment_id) === row_version,
    );
    const returnedNow = returning.flatMap(({ pair: { assignment_id, isStarted } }) =>
      isStarted ? [assignment_id!] : [],
    );
    const completed = await this.completion.settleAssignments(tenant, returnedNow);
    const open = assignments.filter(({ assignment_id }) => !completed.has(assignment_id));
    if (open.length) {
      const news = { assignments: open.map(told), assigned_on, ...(chosen && { chosen }) };
      await this.announcements.publish(TRAININGS_ASSIGNED, tenant, news);
    }
    return new Map(
      assignments.map(({ assignment_id, row_version, ...pair }) => [nameOf(pair), { assignment_id, row_version }]),
    );
  }

  /** One statement for all that are due on the same day. @returns how many came back */
  private async takeUp(
    tenant: Tenant,
    returning: readonly Wish[],
    begins: Pick<TrainingAssignment, 'source' | 'assigned_on'>,
  ): Promise<number> {
    const again = { ...begins, removed_at: null, removed_reason: null };
    let returned = 0;
    for (const alike of new Set(returning.map(termsOf))) {
      const wishes = returning.filter((wish) => termsOf(wish) === alike);
      const { due_on, mandatory, pair: first } = wishes[0]!;
      const assignment_id = wishes.map(({ pair }) => pair.assignment_id!);
      const change = { ...again, state: stateAfterReturn(first.isStarted), due_on, mandatory };
      returned += await this.parts.records.update(tenant, { assignment_id, state: 'removed' }, change);
    }
    return returned;
  }

  /** Somebody else was assigning the same: what is there now, by its version. */
  private async standing(tenant: Tenant, assignment_id: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const found = await this.parts.records.find(tenant, {
      assignment_id: [...assignment_id],
      state: [...OPEN_ASSIGNMENT_STATES],
    });
    return new Map(found.map((record) => [record.assignment_id, record.row_version]));
  }
}

/** The newest cycle of each pair, counted by its state. */
const STANDING = `SELECT a.state, COUNT(*) AS n FROM training_assignment a
  WHERE a.customer_id = :customer_id AND a.staff_id IN (:staff_id) AND a.training_id IN (:training_id)
    AND NOT EXISTS (SELECT 1 FROM training_assignment b WHERE b.customer_id = :customer_id
      AND b.staff_id = a.staff_id AND b.training_id = a.training_id AND b.cycle > a.cycle)
  GROUP BY a.state`;

export const nameOf = ({ staff_id, training_id }: PairList): string => staff_id + training_id;

const told = ({ assignment_id, staff_id, training_id }: PairList & AssignedVersion) => ({
  ...{ assignment_id, staff_id, training_id },
});

const termsOf = ({ due_on, mandatory, pair }: Wish): string => `${due_on} ${mandatory} ${pair.isStarted}`;

/** What is to do already is so by this order, too. */
const standingOf = ({ what, state, assignment_id }: Planned): string[] =>
  what === 'stays' && state !== 'waived' ? [assignment_id!] : [];
