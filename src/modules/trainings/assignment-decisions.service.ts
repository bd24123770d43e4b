import { Injectable } from '@nestjs/common';
import type { ExtendAssignmentsResponse, WaiveAssignmentsResponse } from '../../contract/training.responses';
import { OPEN_ASSIGNMENT_STATES } from '../../contract/training-assignments.resource';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import { dayAt } from '../../common/calendar';
import { Clock } from '../../common/clock';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { InvalidFieldsError } from '../../common/errors/app-error';
import { fieldError } from '../../common/errors/field-error';
import { DomainEventBus } from '../../tenancy/domain-event-bus';
import { buildAuditEntry } from '../../tenancy/audit-entry';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { TrainingAssignment } from './assignment.entity';
import { TrainingCompletionService } from './training-completion.service';
import { UnknownAssignmentError } from './training.errors';
import { ASSIGNMENTS_ENDED } from './training.events';

const OPEN: readonly string[] = OPEN_ASSIGNMENT_STATES;
const WAIVABLE: readonly string[] = [...OPEN_ASSIGNMENT_STATES, 'failed'];

/**
 * Extension, waiver and end of a waiver (docs/domain.md). Assignments that do not allow the decision stay and are
 * counted; an unknown id rejects the whole call. Repeating a decision changes nothing.
 */
@Injectable()
export class AssignmentDecisionsService {
  constructor(
    @InjectTenantRepository(TrainingAssignment) private readonly assignments: TenantRepository<TrainingAssignment>,
    private readonly eventBus: DomainEventBus,
    private readonly completion: TrainingCompletionService,
    private readonly transactions: TransactionManager,
    private readonly audit: AuditTrailService,
    private readonly clock: Clock,
  ) {}

  /** Only postpones; assignments without a due day stay. @throws UnknownAssignmentError, InvalidFieldsError */
  async extend(
    tenant: Tenant,
    ids: readonly string[],
    due_on: string,
    reason: string,
  ): Promise<ExtendAssignmentsResponse> {
    const today = dayAt(this.clock.now(), tenant.time_zone);
    if (due_on < today)
      throw new InvalidFieldsError({
        due_on: [fieldError('day_passed', `This date is in the past. Choose ${today} or later.`, { today })],
      });
    return this.transactions.run(async () => {
      const records = await this.knownAssignments(tenant, ids);
      const extendable = records.filter(
        (each) => OPEN.includes(each.state) && each.due_on !== null && each.due_on < due_on,
      );
      const assignment_id = extendable.map((each) => each.assignment_id);
      const extended = assignment_id.length
        ? await this.assignments.update(
            tenant,
            { assignment_id, state: [...OPEN], due_on: { lt: due_on } },
            { due_on, ...this.decisionFields(tenant, reason) },
          )
        : 0;
      const before = {
        assignments: extendable.map(({ assignment_id: id, due_on: due }) => ({ assignment_id: id, due_on: due })),
      };
      await this.recordAudit(tenant, 'training-assignment.extend', before, { due_on, reason, extended });
      return { extended, unchanged: records.length - extended };
    });
  }

  /** Rules do not assign a waived training again. Progress stays. @throws UnknownAssignmentError */
  waive(tenant: Tenant, ids: readonly string[], reason: string): Promise<WaiveAssignmentsResponse> {
    return this.transactions.run(async () => {
      const records = await this.knownAssignments(tenant, ids);
      const open = records.filter(({ state }) => WAIVABLE.includes(state));
      const assignment_id = open.map((each) => each.assignment_id);
      const changed = assignment_id.length
        ? await this.assignments.update(
            tenant,
            { assignment_id, state: [...WAIVABLE] },
            { state: 'waived', ...this.decisionFields(tenant, reason) },
          )
        : 0;
      await this.recordAudit(tenant, 'training-assignment.waive', statesOf(open), { reason, changed });
      if (changed)
        await this.eventBus.publish(ASSIGNMENTS_ENDED, tenant, { staff_id: open.map((each) => each.staff_id) });
      return { changed, unchanged: records.length - changed };
    });
  }

  /** Ends the waiver; the assignment resumes its previous state. @throws UnknownAssignmentError */
  resume(tenant: Tenant, ids: readonly string[], reason: string | null): Promise<WaiveAssignmentsResponse> {
    return this.transactions.run(async () => {
      const records = await this.knownAssignments(tenant, ids);
      const waived = records.filter(({ state }) => state === 'waived');
      let changed = 0;
      for (const [state, isStarted] of [
        ['assigned', false],
        ['in_progress', true],
      ] as const) {
        const assignment_id = waived
          .filter((each) => (each.started_at !== null) === isStarted)
          .map((each) => each.assignment_id);
        if (!assignment_id.length) continue;
        const decisionFields = this.decisionFields(tenant, reason);
        changed += await this.assignments.update(
          tenant,
          { assignment_id, state: 'waived' },
          { state, ...decisionFields },
        );
      }
      await this.recordAudit(tenant, 'training-assignment.resume', statesOf(waived), { reason, changed });
      await this.completion.settleAssignments(
        tenant,
        waived.filter(({ started_at }) => started_at !== null).map((each) => each.assignment_id),
      );
      return { changed, unchanged: records.length - changed };
    });
  }

  private async knownAssignments(tenant: Tenant, ids: readonly string[]): Promise<TrainingAssignment[]> {
    const assignment_id = [...new Set(ids)];
    const records = await this.assignments.find(tenant, { assignment_id });
    const knownAssignments = new Set(records.map((each) => each.assignment_id));
    if (knownAssignments.size < assignment_id.length)
      throw new UnknownAssignmentError(assignment_id.filter((id) => !knownAssignments.has(id)));
    return records;
  }

  private decisionFields(tenant: Tenant, reason: string | null) {
    const decision_reason = reason?.trim() || null;
    return { decided_at: this.clock.now(), decided_by: tenant.actor.account_id, decision_reason };
  }

  private async recordAudit(
    tenant: Tenant,
    action: 'training-assignment.extend' | 'training-assignment.waive' | 'training-assignment.resume',
    before: { assignments: readonly object[] },
    became: object,
  ): Promise<void> {
    if (before.assignments.length) await this.audit.record(buildAuditEntry(tenant, action, undefined, before, became));
  }
}

const statesOf = (all: readonly TrainingAssignment[]) => ({
  assignments: all.map(({ assignment_id, staff_id, training_id, state }) => ({
    assignment_id,
    staff_id,
    training_id,
    state,
  })),
});
