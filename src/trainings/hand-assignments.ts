import { Injectable } from '@nestjs/common';
import { OPEN_ASSIGNMENT_STATES } from '../contract/training-assignments.resource';
import { asRead } from '../platform/database/as-read';
import { LookedTooEarly } from '../platform/database/transactions';
import type { Where } from '../platform/database/where';
import { addDays, dayAt } from '../platform/calendar';
import { auditEntry } from '../tenancy/audit-entry';
import type { JobRow } from '../tenancy/jobs/job-row.entity';
import { PartsOf, type ResourceParts } from '../tenancy/resources/resource-parts';
import { Announcements } from '../tenancy/announcements';
import type { Tenant } from '../tenancy/tenant';
import { AssignedPairs, type AssignedVersion } from './assigned-pairs';
import { AssignmentSources } from './assignment-sources';
import { TrainingAssignment } from './assignment.entity';
import { latestCycles, planned, type Planned } from './next-cycles';
import { TrainingsService } from './trainings.service';
import { ASSIGNMENTS_ENDED } from './training.events';

/** One that is to be assigned on terms of its own. */
export interface HandAssignment {
  readonly staff_id: string;
  readonly training_id: string;
  /** null: by the days that the training allows. */
  readonly due_on: string | null;
  readonly mandatory: boolean;
}
/** What a job tells of an assignment that is the next cycle of a completed one. */
export const NEXT_CYCLE = 'next_cycle';

const OPEN: readonly string[] = OPEN_ASSIGNMENT_STATES;

/** What was assigned by hand, many at once: pair by pair, and back again. */
@Injectable()
export class HandAssignments {
  constructor(
    @PartsOf(TrainingAssignment) private readonly parts: ResourceParts<TrainingAssignment>,
    private readonly pairs: AssignedPairs,
    private readonly sources: AssignmentSources,
    private readonly trainings: TrainingsService,
    private readonly announcements: Announcements,
  ) {}

  /**
   * What was never assigned is, and what was removed is taken up again: the caller has seen in this transaction that each is
   * one or the other. In as many statements however many there are, but one for all that are taken up on the same terms.
   * @returns in order, each as the version that it is now
   * @throws TrainingUnknown
   */
  async assign(tenant: Tenant, asked: readonly HandAssignment[]): Promise<AssignedVersion[]> {
    const staff_id = [...new Set(asked.map((each) => each.staff_id))];
    const training_id = [...new Set(asked.map((each) => each.training_id))];
    return this.parts.transactions.run(async () => {
      const today = dayAt(this.parts.clock.now(), tenant.time_zone);
      const known = await this.trainings.publishedAmong(tenant, training_id);
      const days = new Map(known.map((each) => [each.training_id, each.due_days]));
      const due = ({ due_on, training_id: id }: HandAssignment) => {
        const allowed = days.get(id) ?? null;
        return due_on ?? (allowed === null ? null : addDays(today, allowed));
      };
      const standing = latestCycles(await this.parts.records.find(tenant, { staff_id, training_id }));
      const wishes = asked
        .map((each) => ({
          pair: planned(each.staff_id, each.training_id, standing),
          due_on: due(each),
          mandatory: each.mandatory,
        }))
        .filter(({ pair }) => pair.what === 'new' || pair.what === 'returns');
      const pairs = wishes.map(({ pair }) => pair);
      const assigned = (await this.pairs.keepWishes(tenant, pairs, wishes)).flatMap((kept) => kept.assigned ?? []);
      // Looked at again it is no more to be assigned.
      if (assigned.length < asked.length) throw new LookedTooEarly('Somebody else has assigned the same meanwhile');
      const assignments = pairs.map((pair, at) => ({ ...pairOf(pair), assignment_id: assigned[at]!.assignment_id }));
      const told = { assignments, assigned: assigned.length };
      await this.parts.audit.record(auditEntry(tenant, 'training-assignment.bulk', undefined, null, told));
      return assigned;
    });
  }

  /**
   * What nobody has begun, and nobody has changed since, is as it was; what a rule wants, too, stays.
   * @param rows what was assigned by a job: the record, and the version that it had then
   * @returns by what became of them, their numbers
   */
  async takeBack(tenant: Tenant, rows: readonly JobRow[]): Promise<ReadonlyMap<string, readonly number[]>> {
    const assignment_id = rows.map((row) => row.record_id!);
    const found = await this.parts.records.find(tenant, { assignment_id });
    const now = new Map(found.map((record) => [record.assignment_id, record]));
    const isOurs = ({ record_id, record_version }: JobRow) => {
      const record = now.get(record_id!);
      // One that came back is where it was, and may have been begun before.
      return OPEN.includes(record?.state ?? '') && record?.row_version === record_version;
    };
    const ours = rows.filter(isOurs).map((row) => row.record_id!);
    const wanted = await this.sources.withdrawByHand(tenant, ours);
    const untouched = ours.filter((id) => !wanted.has(id));
    const becomes = new Map<string, number[]>();
    for (const row of rows) {
      const { row_no, record_id } = row;
      const done = wanted.has(record_id!) ? 'wanted_by_rule' : 'taken_back';
      const code = isOurs(row) ? done : leftAs(now.get(record_id!)?.state);
      becomes.set(code, [...(becomes.get(code) ?? []), row_no]);
    }
    // The next cycle of what is still valid is not there any more: it opens again when its time has come.
    const opened = new Set(rows.filter(({ code }) => code === NEXT_CYCLE).map((row) => row.record_id!));
    const [opening, assigned] = [untouched.filter((id) => opened.has(id)), untouched.filter((id) => !opened.has(id))];
    const removed = { state: 'removed', removed_at: this.parts.clock.now(), removed_reason: null };
    const asMade = (ids: readonly string[]): Where<TrainingAssignment> => {
      const read = rows.filter((row) => ids.includes(row.record_id!));
      const versions = read.map((row) => ({ id: row.record_id!, version: row.record_version! }));
      return { ...asRead<TrainingAssignment>('assignment_id', versions), state: [...OPEN] };
    };
    await this.sources.forget(tenant, opening);
    const gone = opening.length ? await this.parts.records.remove(tenant, asMade(opening)) : 0;
    const changed = assigned.length ? await this.parts.records.update(tenant, asMade(assigned), removed) : 0;
    // Somebody began one between the two statements: the portion is done again, and sees it.
    if (gone + changed !== untouched.length)
      throw new LookedTooEarly('An assignment was begun while it was taken back');
    const staff_id = untouched.map((id) => now.get(id)!.staff_id);
    await this.parts.transactions.run(() => this.announcements.publish(ASSIGNMENTS_ENDED, tenant, { staff_id }));
    return becomes;
  }
}

const pairOf = ({ staff_id, training_id }: Planned) => ({ staff_id, training_id });

/** Why an assignment is left as it is. */
function leftAs(state: string | undefined): string {
  if (state === 'removed' || state === undefined) return 'removed_since';
  if (state === 'in_progress') return 'begun';
  return state === 'assigned' ? 'changed_since' : 'completed';
}
