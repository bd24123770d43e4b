import { Injectable } from '@nestjs/common';
import type { Day } from '../platform/calendar';
import { newId } from '../platform/ids';
import { Announcements } from '../tenancy/announcements';
import { auditEntry } from '../tenancy/audit-entry';
import { PartsOf, type ResourceParts } from '../tenancy/resources/resource-parts';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import { AssignmentSources } from './assignment-sources';
import { TrainingAssignment } from './assignment.entity';
import { dueRenewals, RENEWALS_AT_ONCE, type DueRenewal } from './due-renewals.query';
import { NEW_CYCLE } from './next-cycles';
import { TRAININGS_ASSIGNED } from './training.events';

/** A cycle on which another follows; `due_on`: of that one. */
export type EndingCycle = Pick<
  DueRenewal,
  'assignment_id' | 'staff_id' | 'training_id' | 'cycle' | 'source' | 'mandatory'
> & {
  due_on: Day | null;
};
/** One that has been opened. */
export type OpenedCycle = Pick<TrainingAssignment, 'assignment_id' | 'staff_id' | 'training_id'>;

/** What became of a portion, and whether there may be more of it. */
export interface Renewed {
  count: number;
  more: boolean;
}

/**
 * "completed → (expiring → expired → next cycle)" (domain.md, assignment), by the day on the organisation's calendar. Each
 * portion is one transaction of as many statements whatever is in it; done twice, late, or by two at once it comes to the same,
 * for the states and the unique key of a cycle decide.
 */
@Injectable()
export class Renewals {
  constructor(
    @PartsOf(TrainingAssignment) private readonly parts: ResourceParts<TrainingAssignment>,
    private readonly queries: TenantQueries,
    private readonly sources: AssignmentSources,
    private readonly announcements: Announcements,
  ) {}

  /** Windows that have begun: what was completed is expiring, and the next cycle is due on its last valid day. */
  async open(tenant: Tenant, today: Day): Promise<Renewed> {
    return this.parts.transactions.run(async () => {
      const due = await dueRenewals(this.queries, tenant, today);
      if (!due.length) return { count: 0, more: false };
      const opened = await this.nextCycles(
        tenant,
        due.flatMap((each) => (each.opens ? [{ ...each, due_on: each.valid_until }] : [])),
        today,
      );
      // Renewed since it was read, it is left as it is.
      await this.parts.records.update(
        tenant,
        { assignment_id: due.map(idOf), state: 'completed', renew_from: { lte: today } },
        { state: 'expiring' },
      );
      await this.told(tenant, 'renew', { assignments: due.length, assigned: opened.length });
      return { count: due.length, more: due.length === RENEWALS_AT_ONCE };
    });
  }

  /** What nobody renewed in time. */
  async expire(tenant: Tenant, today: Day): Promise<Renewed> {
    return this.parts.transactions.run(async () => {
      const past = await this.parts.records.find(
        tenant,
        { state: 'expiring', valid_until: { lt: today } },
        {
          order: [
            ['valid_until', 'asc'],
            ['assignment_id', 'asc'],
          ],
          limit: RENEWALS_AT_ONCE,
        },
      );
      if (!past.length) return { count: 0, more: false };
      const ended = { assignment_id: past.map(idOf), state: 'expiring' };
      const count = await this.parts.records.update(tenant, ended, { state: 'expired' });
      if (count) await this.told(tenant, 'expire', { assignments: count });
      return { count, more: past.length === RENEWALS_AT_ONCE };
    });
  }

  /** All that these two find: of a history that somebody brings along. In the caller's transaction. */
  async catchUp(tenant: Tenant, today: Day): Promise<void> {
    while ((await this.open(tenant, today)).more);
    while ((await this.expire(tenant, today)).more);
  }

  /**
   * Opens what follows on these, for their reasons; whoever has it already is passed over. In the caller's transaction.
   * @returns those that nobody had opened yet
   */
  async nextCycles(tenant: Tenant, due: readonly EndingCycle[], today: Day): Promise<readonly OpenedCycle[]> {
    if (!due.length) return [];
    const rows = due.map(({ staff_id, training_id, cycle, source, mandatory, due_on }) => ({
      ...{ staff_id, training_id, source, mandatory, ...NEW_CYCLE },
      assignment_id: newId(this.parts.clock.now()),
      cycle: cycle + 1,
      state: 'assigned',
      assigned_on: today,
      due_on,
    }));
    const added = await this.parts.records.insertMissing(tenant, rows);
    if (!added) return [];
    const ours =
      added === rows.length ? rows : await this.parts.records.find(tenant, { assignment_id: rows.map(idOf) });
    const assignments = ours.map(({ assignment_id, staff_id, training_id }) => ({
      ...{ assignment_id, staff_id, training_id },
    }));
    const before = new Map(due.map((each) => [pairOf(each), each.assignment_id]));
    await this.sources.copy(tenant, new Map(ours.map((each) => [before.get(pairOf(each))!, each.assignment_id])));
    await this.announcements.publish(TRAININGS_ASSIGNED, tenant, { assignments, assigned_on: today, renews: true });
    return assignments;
  }

  private async told(tenant: Tenant, what: 'renew' | 'expire', facts: Record<string, number>): Promise<void> {
    await this.parts.audit.record(auditEntry(tenant, `training-assignment.${what}`, undefined, null, facts));
  }
}

const pairOf = ({ staff_id, training_id }: Pick<TrainingAssignment, 'staff_id' | 'training_id'>): string =>
  staff_id + training_id;
const idOf = ({ assignment_id }: Pick<TrainingAssignment, 'assignment_id'>): string => assignment_id;
