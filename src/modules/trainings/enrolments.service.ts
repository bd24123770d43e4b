import { Injectable } from '@nestjs/common';
import type { OwnEnrolment } from '../../contract/enrolment.responses';
import { OPEN_ASSIGNMENT_STATES } from '../../contract/training-assignments.resource';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import { addDays, dayAt, type Day } from '../../common/calendar';
import { Clock } from '../../common/clock';
import { StaleReadError, TransactionManager } from '../../infrastructure/database/transaction-manager';
import { StaffService } from '../staff/staff.service';
import { DomainEventBus } from '../../tenancy/domain-event-bus';
import { buildAuditEntry } from '../../tenancy/audit-entry';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { AssignmentPairsService } from './assignment-pairs.service';
import { AssignmentSourceRepository } from './assignment-source.repository';
import { TrainingAssignment } from './assignment.entity';
import {
  AlreadyCompletedError,
  EnrolmentStartedError,
  EnrolmentClosedError,
  TrainingWaivedError,
  StaffRecordRequiredError,
  NotEnrolledError,
  TrainingNotOfferedError,
} from './enrolment.errors';
import { EnrolmentRequestStore } from './enrolment-request.store';
import type { PairPlan } from './assignment-cycles';
import type { Training } from './training.entity';
import { ASSIGNMENTS_ENDED } from './training.events';
import { TrainingsService } from './trainings.service';

const OPEN: readonly (string | null)[] = OPEN_ASSIGNMENT_STATES;
/** States that prevent another enrolment; expired and failed trainings may be taken again. */
const VALID_STATES: readonly (string | null)[] = ['completed'];

/**
 * Self-enrolment (docs/domain.md), through a request if the training requires approval. The unique keys of
 * assignments and requests make repeated calls harmless.
 */
@Injectable()
export class EnrolmentsService {
  constructor(
    @InjectTenantRepository(TrainingAssignment) private readonly assignments: TenantRepository<TrainingAssignment>,
    private readonly trainings: TrainingsService,
    private readonly staff: StaffService,
    private readonly pairs: AssignmentPairsService,
    private readonly sources: AssignmentSourceRepository,
    private readonly requests: EnrolmentRequestStore,
    private readonly eventBus: DomainEventBus,
    private readonly transactions: TransactionManager,
    private readonly audit: AuditTrailService,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFoundError, TrainingNotOfferedError, EnrolmentClosedError, StaffRecordRequiredError, AlreadyCompletedError, TrainingWaivedError */
  async enrol(tenant: Tenant, training_id: string): Promise<OwnEnrolment> {
    return this.transactions.run(async () => {
      const training = await this.trainings.record(tenant, training_id);
      const staff_id = requireStaffId(tenant);
      const pair = await this.open(tenant, training, staff_id);
      if (!pair) return this.findOwnState(tenant, training_id, staff_id);
      if (training.enrolment === 'none') throw new EnrolmentClosedError();
      if (training.enrolment === 'approval') await this.requests.submit(tenant, training_id, staff_id);
      else await this.assign(tenant, training, pair, 'self');
      return this.findOwnState(tenant, training_id, staff_id);
    });
  }

  /**
   * Withdraws the request and an enrolment that was not started; assignments with other sources stay. No-op if there
   * is nothing. @throws NotFoundError, StaffRecordRequiredError, EnrolmentStartedError, NotEnrolledError
   */
  async withdraw(tenant: Tenant, training_id: string): Promise<OwnEnrolment> {
    return this.transactions.run(async () => {
      // A request can be withdrawn even if the training is no longer visible.
      const { staff_id: own_id } = tenant.actor;
      const isRequestWithdrawn = own_id !== null && (await this.requests.withdraw(tenant, training_id, own_id));
      if (!isRequestWithdrawn) await this.trainings.record(tenant, training_id);
      const staff_id = requireStaffId(tenant);
      const state = [...OPEN_ASSIGNMENT_STATES];
      const assignment = await this.assignments.findOne(tenant, { staff_id, training_id, state });
      if (assignment) await this.withdrawAssignment(tenant, assignment, isRequestWithdrawn);
      return this.findOwnState(tenant, training_id, staff_id);
    });
  }

  /** Runs in the caller's transaction. @throws TrainingNotOfferedError, UnknownStaffError, AlreadyCompletedError, TrainingWaivedError */
  async assignApproved(tenant: Tenant, training_id: string, staff_id: string): Promise<void> {
    const [training] = await this.trainings.filterPublished(tenant, [training_id]);
    if (!training) throw new TrainingNotOfferedError();
    await this.staff.requireActive(tenant, [staff_id]);
    const pair = await this.open(tenant, training, staff_id);
    if (pair) return this.assign(tenant, training, pair, 'approved');
    // Assigned by another source meanwhile: record the self source too, so that it outlasts the other one.
    const open = { staff_id, training_id, state: [...OPEN_ASSIGNMENT_STATES] };
    const assignment = await this.assignments.findOne(tenant, open);
    if (assignment) await this.sources.add(tenant, [{ assignment_id: assignment.assignment_id, source: 'self' }]);
    if (!assignment || !(await this.assignments.findOne(tenant, open)))
      throw new StaleReadError('The assignment was removed during approval');
  }

  /** @returns null: already assigned @throws TrainingNotOfferedError, AlreadyCompletedError, TrainingWaivedError */
  private async open(tenant: Tenant, training: Training, staff_id: string): Promise<PairPlan | null> {
    const [pair] = await this.pairs.plan(tenant, [staff_id], [training.training_id]);
    const { state } = pair!;
    if (OPEN.includes(state)) return null;
    if (training.status !== 'published') throw new TrainingNotOfferedError();
    if (state === 'waived') throw new TrainingWaivedError();
    if (VALID_STATES.includes(state)) throw new AlreadyCompletedError();
    return pair!;
  }

  private async assign(tenant: Tenant, training: Training, pair: PairPlan, chosen: 'self' | 'approved'): Promise<void> {
    const due_on = this.resolveDueDay(tenant, training);
    const assigned = await this.pairs.write(tenant, [{ pair, due_on, mandatory: false }], 'self', chosen);
    for (const { assignment_id } of assigned.values()) {
      await this.sources.add(tenant, [{ assignment_id, source: 'self' }]);
      const { staff_id, training_id } = pair;
      const auditFacts = { staff_id, training_id, due_on };
      await this.audit.record(buildAuditEntry(tenant, 'training-assignment.enrol', assignment_id, null, auditFacts));
    }
  }

  private async withdrawAssignment(
    tenant: Tenant,
    assignment: TrainingAssignment,
    isRequestWithdrawn: boolean,
  ): Promise<void> {
    const { assignment_id, staff_id, state } = assignment;
    const reasons = (await this.sources.findByAssignment(tenant, [assignment_id])).get(assignment_id) ?? [];
    const isChosen = reasons.some(({ source }) => source === 'self');
    if (!isChosen && isRequestWithdrawn) return;
    if (!isChosen) throw new NotEnrolledError();
    if (state === 'in_progress') throw new EnrolmentStartedError();
    await this.sources.removeSelf(tenant, assignment_id);
    const isLast = reasons.every(({ source }) => source === 'self');
    if (isLast) {
      const removedState = { state: 'removed', removed_at: this.clock.now(), removed_reason: null };
      // Started since it was read.
      if (!(await this.assignments.update(tenant, { assignment_id, state: 'assigned' }, removedState)))
        throw new EnrolmentStartedError();
      if ((await this.sources.findByAssignment(tenant, [assignment_id])).size)
        throw new StaleReadError('Another source was added during withdrawal');
      await this.eventBus.publish(ASSIGNMENTS_ENDED, tenant, { staff_id: [staff_id] });
    }
    const became = { state: isLast ? 'removed' : state };
    await this.audit.record(buildAuditEntry(tenant, 'training-assignment.withdraw', assignment_id, { state }, became));
  }

  private async findOwnState(tenant: Tenant, training_id: string, staff_id: string): Promise<OwnEnrolment> {
    const state = [...OPEN_ASSIGNMENT_STATES];
    const assignment = await this.assignments.findOne(tenant, { staff_id, training_id, state });
    if (assignment) return { state: 'assigned', assignment_id: assignment.assignment_id, due_on: assignment.due_on };
    const isWaiting = await this.requests.isWaiting(tenant, training_id, staff_id);
    return { state: isWaiting ? 'waiting' : 'none', assignment_id: null, due_on: null };
  }

  private resolveDueDay(tenant: Tenant, { due_days }: Training): Day | null {
    return due_days === null ? null : addDays(dayAt(this.clock.now(), tenant.time_zone), due_days);
  }
}

/** @throws StaffRecordRequiredError */
function requireStaffId({ actor: { staff_id } }: Tenant): string {
  if (!staff_id) throw new StaffRecordRequiredError();
  return staff_id;
}
