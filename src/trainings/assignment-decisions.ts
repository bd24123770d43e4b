import { Injectable } from '@nestjs/common';
import type { Extended, Waived } from '../contract/training-answers';
import { OPEN_ASSIGNMENT_STATES } from '../contract/training-assignments.resource';
import { AuditTrail } from '../platform/audit/audit-trail';
import { dayAt } from '../platform/calendar';
import { Clock } from '../platform/clock';
import { Transactions } from '../platform/database/transactions';
import { InvalidFields } from '../platform/errors/app-error';
import { fieldError } from '../platform/errors/field-error';
import { Announcements } from '../tenancy/announcements';
import { auditEntry } from '../tenancy/audit-entry';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { TrainingAssignment } from './assignment.entity';
import { TrainingCompletion } from './training-completion';
import { AssignmentUnknown } from './training.errors';
import { ASSIGNMENTS_ENDED } from './training.events';

const OPEN: readonly string[] = OPEN_ASSIGNMENT_STATES;
const WAIVABLE: readonly string[] = [...OPEN_ASSIGNMENT_STATES, 'failed'];

/**
 * "Extension and waiver with who and why" (domain.md, assignment). What does not fit a decision (completed, removed, due later
 * anyway) stays as it is and is counted; an id that is not there refuses all of it. Deciding the same again changes nothing.
 */
@Injectable()
export class AssignmentDecisions {
  constructor(
    @Records(TrainingAssignment) private readonly assignments: TenantRepository<TrainingAssignment>,
    private readonly announcements: Announcements,
    private readonly completion: TrainingCompletion,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Longer, never shorter: what has no due day has none. @throws AssignmentUnknown, InvalidFields */
  async extend(tenant: Tenant, ids: readonly string[], due_on: string, reason: string): Promise<Extended> {
    const today = dayAt(this.clock.now(), tenant.time_zone);
    if (due_on < today)
      throw new InvalidFields({
        due_on: [fieldError('day_passed', `This date is in the past. Choose ${today} or later.`, { today })],
      });
    return this.transactions.run(async () => {
      const found = await this.known(tenant, ids);
      const earlier = found.filter((each) => OPEN.includes(each.state) && each.due_on !== null && each.due_on < due_on);
      const assignment_id = earlier.map((each) => each.assignment_id);
      const extended = assignment_id.length
        ? await this.assignments.update(
            tenant,
            { assignment_id, state: [...OPEN], due_on: { lt: due_on } },
            { due_on, ...this.decided(tenant, reason) },
          )
        : 0;
      const before = {
        assignments: earlier.map(({ assignment_id: id, due_on: due }) => ({ assignment_id: id, due_on: due })),
      };
      await this.tell(tenant, 'training-assignment.extend', before, { due_on, reason, extended });
      return { extended, unchanged: found.length - extended };
    });
  }

  /** Nothing is asked of them, and rules leave it so; progress stays. @throws AssignmentUnknown */
  waive(tenant: Tenant, ids: readonly string[], reason: string): Promise<Waived> {
    return this.transactions.run(async () => {
      const found = await this.known(tenant, ids);
      const open = found.filter(({ state }) => WAIVABLE.includes(state));
      const assignment_id = open.map((each) => each.assignment_id);
      const changed = assignment_id.length
        ? await this.assignments.update(
            tenant,
            { assignment_id, state: [...WAIVABLE] },
            { state: 'waived', ...this.decided(tenant, reason) },
          )
        : 0;
      await this.tell(tenant, 'training-assignment.waive', statesOf(open), { reason, changed });
      if (changed)
        await this.announcements.publish(ASSIGNMENTS_ENDED, tenant, { staff_id: open.map((each) => each.staff_id) });
      return { changed, unchanged: found.length - changed };
    });
  }

  /** Asked of them again, from where they were. @throws AssignmentUnknown */
  resume(tenant: Tenant, ids: readonly string[], reason: string | null): Promise<Waived> {
    return this.transactions.run(async () => {
      const found = await this.known(tenant, ids);
      const waived = found.filter(({ state }) => state === 'waived');
      let changed = 0;
      for (const [state, begun] of [
        ['assigned', false],
        ['in_progress', true],
      ] as const) {
        const assignment_id = waived
          .filter((each) => (each.started_at !== null) === begun)
          .map((each) => each.assignment_id);
        if (!assignment_id.length) continue;
        const decided = this.decided(tenant, reason);
        changed += await this.assignments.update(tenant, { assignment_id, state: 'waived' }, { state, ...decided });
      }
      await this.tell(tenant, 'training-assignment.resume', statesOf(waived), { reason, changed });
      await this.completion.settleAssignments(
        tenant,
        waived.filter(({ started_at }) => started_at !== null).map((each) => each.assignment_id),
      );
      return { changed, unchanged: found.length - changed };
    });
  }

  private async known(tenant: Tenant, ids: readonly string[]): Promise<TrainingAssignment[]> {
    const assignment_id = [...new Set(ids)];
    const found = await this.assignments.find(tenant, { assignment_id });
    const known = new Set(found.map((each) => each.assignment_id));
    if (known.size < assignment_id.length) throw new AssignmentUnknown(assignment_id.filter((id) => !known.has(id)));
    return found;
  }

  private decided(tenant: Tenant, reason: string | null) {
    const decision_reason = reason?.trim() || null;
    return { decided_at: this.clock.now(), decided_by: tenant.actor.account_id, decision_reason };
  }

  private async tell(
    tenant: Tenant,
    action: 'training-assignment.extend' | 'training-assignment.waive' | 'training-assignment.resume',
    before: { assignments: readonly object[] },
    became: object,
  ): Promise<void> {
    if (before.assignments.length) await this.audit.record(auditEntry(tenant, action, undefined, before, became));
  }
}

const statesOf = (all: readonly TrainingAssignment[]) => ({
  assignments: all.map(({ assignment_id, staff_id, training_id, state }) => ({
    ...{ assignment_id, staff_id, training_id, state },
  })),
});
