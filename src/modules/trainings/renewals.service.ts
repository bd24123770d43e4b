import { Injectable } from '@nestjs/common';
import type { Day } from '../../common/calendar';
import { newId } from '../../common/ids';
import { DomainEventBus } from '../../tenancy/domain-event-bus';
import { buildAuditEntry } from '../../tenancy/audit-entry';
import { InjectResourceContext, type ResourceContext } from '../../crud/resource-context';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';
import { AssignmentSourceRepository } from './assignment-source.repository';
import { TrainingAssignment } from './assignment.entity';
import { findDueRenewals, RENEWAL_BATCH_SIZE, type DueRenewal } from './due-renewals.query';
import { NEW_CYCLE } from './assignment-cycles';
import { TRAININGS_ASSIGNED } from './training.events';

/** `due_on` is that of the next cycle. */
export type CycleToRenew = Pick<
  DueRenewal,
  'assignment_id' | 'staff_id' | 'training_id' | 'cycle' | 'source' | 'mandatory'
> & {
  due_on: Day | null;
};
export type NextCycle = Pick<TrainingAssignment, 'assignment_id' | 'staff_id' | 'training_id'>;

/** `more`: another batch may follow. */
export interface RenewalBatchResult {
  count: number;
  more: boolean;
}

/**
 * completed → expiring → expired, and the next cycle (docs/domain.md), by the customer's local day. Each batch is one
 * transaction with a constant number of statements. States and the unique key of a cycle make repeated or concurrent
 * runs harmless.
 */
@Injectable()
export class RenewalsService {
  constructor(
    @InjectResourceContext(TrainingAssignment) private readonly parts: ResourceContext<TrainingAssignment>,
    private readonly queries: TenantQueries,
    private readonly sources: AssignmentSourceRepository,
    private readonly eventBus: DomainEventBus,
  ) {}

  /**
   * For renewal windows that have begun: completed becomes expiring, and the next cycle is due on the last valid day.
   */
  async openDueCycles(tenant: Tenant, today: Day): Promise<RenewalBatchResult> {
    return this.parts.transactions.run(async () => {
      const due = await findDueRenewals(this.queries, tenant, today);
      if (!due.length) return { count: 0, more: false };
      const opened = await this.openNextCycles(
        tenant,
        due.flatMap((each) => (each.opens ? [{ ...each, due_on: each.valid_until }] : [])),
        today,
      );
      // Skips those renewed since they were read.
      await this.parts.records.update(
        tenant,
        { assignment_id: due.map(idOf), state: 'completed', renew_from: { lte: today } },
        { state: 'expiring' },
      );
      await this.recordAudit(tenant, 'renew', { assignments: due.length, assigned: opened.length });
      return { count: due.length, more: due.length === RENEWAL_BATCH_SIZE };
    });
  }

  /** expiring → expired after the last valid day. */
  async expireOverdue(tenant: Tenant, today: Day): Promise<RenewalBatchResult> {
    return this.parts.transactions.run(async () => {
      const expired = await this.parts.records.find(
        tenant,
        { state: 'expiring', valid_until: { lt: today } },
        {
          order: [
            ['valid_until', 'asc'],
            ['assignment_id', 'asc'],
          ],
          limit: RENEWAL_BATCH_SIZE,
        },
      );
      if (!expired.length) return { count: 0, more: false };
      const ended = { assignment_id: expired.map(idOf), state: 'expiring' };
      const count = await this.parts.records.update(tenant, ended, { state: 'expired' });
      if (count) await this.recordAudit(tenant, 'expire', { assignments: count });
      return { count, more: expired.length === RENEWAL_BATCH_SIZE };
    });
  }

  /** Runs all due batches, for recorded histories. Runs in the caller's transaction. */
  async catchUp(tenant: Tenant, today: Day): Promise<void> {
    while ((await this.openDueCycles(tenant, today)).more);
    while ((await this.expireOverdue(tenant, today)).more);
  }

  /**
   * Opens the next cycles with the same sources; existing ones are skipped. Runs in the caller's transaction.
   * @returns cycles opened by this call
   */
  async openNextCycles(tenant: Tenant, due: readonly CycleToRenew[], today: Day): Promise<readonly NextCycle[]> {
    if (!due.length) return [];
    const rows = due.map(({ staff_id, training_id, cycle, source, mandatory, due_on }) => ({
      staff_id,
      training_id,
      source,
      mandatory,
      ...NEW_CYCLE,
      assignment_id: newId(this.parts.clock.now()),
      cycle: cycle + 1,
      state: 'assigned',
      assigned_on: today,
      due_on,
    }));
    const added = await this.parts.records.insertMissing(tenant, rows);
    if (!added) return [];
    const inserted =
      added === rows.length ? rows : await this.parts.records.find(tenant, { assignment_id: rows.map(idOf) });
    const assignments = inserted.map(({ assignment_id, staff_id, training_id }) => ({
      assignment_id,
      staff_id,
      training_id,
    }));
    const previousIds = new Map(due.map((each) => [pairOf(each), each.assignment_id]));
    await this.sources.copyTo(
      tenant,
      new Map(inserted.map((each) => [previousIds.get(pairOf(each))!, each.assignment_id])),
    );
    await this.eventBus.publish(TRAININGS_ASSIGNED, tenant, { assignments, assigned_on: today, renews: true });
    return assignments;
  }

  private async recordAudit(
    tenant: Tenant,
    command: 'renew' | 'expire',
    counts: Record<string, number>,
  ): Promise<void> {
    await this.parts.audit.record(buildAuditEntry(tenant, `training-assignment.${command}`, undefined, null, counts));
  }
}

const pairOf = ({ staff_id, training_id }: Pick<TrainingAssignment, 'staff_id' | 'training_id'>): string =>
  staff_id + training_id;
const idOf = ({ assignment_id }: Pick<TrainingAssignment, 'assignment_id'>): string => assignment_id;
