import { Injectable } from '@nestjs/common';
import type { OwnEnrolment } from '../contract/enrolment-answers';
import { OPEN_ASSIGNMENT_STATES } from '../contract/training-assignments.resource';
import { AuditTrail } from '../platform/audit/audit-trail';
import { addDays, dayAt, type Day } from '../platform/calendar';
import { Clock } from '../platform/clock';
import { LookedTooEarly, Transactions } from '../platform/database/transactions';
import { StaffService } from '../staff/staff.service';
import { Announcements } from '../tenancy/announcements';
import { auditEntry } from '../tenancy/audit-entry';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { AssignedPairs } from './assigned-pairs';
import { AssignmentSources } from './assignment-sources';
import { TrainingAssignment } from './assignment.entity';
import {
  AlreadyCompleted,
  EnrolmentBegun,
  EnrolmentClosed,
  LetOff,
  NobodyToEnrol,
  NotEnrolled,
  TrainingNotOffered,
} from './enrolment.errors';
import { AskedEnrolments } from './asked-enrolments';
import type { Planned } from './next-cycles';
import type { Training } from './training.entity';
import { ASSIGNMENTS_ENDED } from './training.events';
import { TrainingsService } from './trainings.service';

const OPEN: readonly (string | null)[] = OPEN_ASSIGNMENT_STATES;
/** It still counts: what has run out, or was failed, may be begun anew. */
const COUNTS: readonly (string | null)[] = ['completed'];

/**
 * What somebody has to do because they chose it (domain.md, assignment: source self). Where the training asks for an approval
 * there is a request first. The unique keys of both decide, so asking twice is safe.
 */
@Injectable()
export class EnrolmentsService {
  constructor(
    @Records(TrainingAssignment) private readonly assignments: TenantRepository<TrainingAssignment>,
    private readonly trainings: TrainingsService,
    private readonly staff: StaffService,
    private readonly pairs: AssignedPairs,
    private readonly sources: AssignmentSources,
    private readonly asked: AskedEnrolments,
    private readonly announcements: Announcements,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound, TrainingNotOffered, EnrolmentClosed, NobodyToEnrol, AlreadyCompleted, LetOff */
  async enrol(tenant: Tenant, training_id: string): Promise<OwnEnrolment> {
    return this.transactions.run(async () => {
      const training = await this.trainings.record(tenant, training_id);
      const staff_id = whoEnrols(tenant);
      const pair = await this.open(tenant, training, staff_id);
      if (!pair) return this.standing(tenant, training_id, staff_id);
      if (training.enrolment === 'none') throw new EnrolmentClosed();
      if (training.enrolment === 'approval') await this.asked.ask(tenant, training_id, staff_id);
      else await this.assign(tenant, training, pair, 'self');
      return this.standing(tenant, training_id, staff_id);
    });
  }

  /**
   * The request, and what was chosen and is not begun; what others have assigned as well stays to be done. Harmless where
   * there is nothing. @throws NotFound, NobodyToEnrol, EnrolmentBegun, NotEnrolled
   */
  async withdraw(tenant: Tenant, training_id: string): Promise<OwnEnrolment> {
    return this.transactions.run(async () => {
      // Of what is out of sight since, the request can be taken back all the same.
      const { staff_id: own_id } = tenant.actor;
      const isTakenBack = own_id !== null && (await this.asked.withdraw(tenant, training_id, own_id));
      if (!isTakenBack) await this.trainings.record(tenant, training_id);
      const staff_id = whoEnrols(tenant);
      const state = [...OPEN_ASSIGNMENT_STATES];
      const own = await this.assignments.one(tenant, { staff_id, training_id, state });
      if (own) await this.leave(tenant, own, isTakenBack);
      return this.standing(tenant, training_id, staff_id);
    });
  }

  /** What was asked for is to be done. In the caller's transaction. @throws TrainingNotOffered, StaffUnknown, AlreadyCompleted, LetOff */
  async approved(tenant: Tenant, training_id: string, staff_id: string): Promise<void> {
    const [training] = await this.trainings.stillPublished(tenant, [training_id]);
    if (!training) throw new TrainingNotOffered();
    await this.staff.activeAmong(tenant, [staff_id]);
    const pair = await this.open(tenant, training, staff_id);
    if (pair) return this.assign(tenant, training, pair, 'approved');
    // Assigned by others meanwhile: it is their own choice as well, and stays when the others want it no more.
    const open = { staff_id, training_id, state: [...OPEN_ASSIGNMENT_STATES] };
    const own = await this.assignments.one(tenant, open);
    if (own) await this.sources.add(tenant, [{ assignment_id: own.assignment_id, source: 'self' }]);
    if (!own || !(await this.assignments.one(tenant, open)))
      throw new LookedTooEarly('It was taken away while it was approved');
  }

  /** @returns null: they have it to do already @throws TrainingNotOffered, AlreadyCompleted, LetOff */
  private async open(tenant: Tenant, training: Training, staff_id: string): Promise<Planned | null> {
    const [pair] = await this.pairs.plan(tenant, [staff_id], [training.training_id]);
    const { state } = pair!;
    if (OPEN.includes(state)) return null;
    if (training.status !== 'published') throw new TrainingNotOffered();
    if (state === 'waived') throw new LetOff();
    if (COUNTS.includes(state)) throw new AlreadyCompleted();
    return pair!;
  }

  private async assign(tenant: Tenant, training: Training, pair: Planned, chosen: 'self' | 'approved'): Promise<void> {
    const due_on = this.dueOf(tenant, training);
    const written = await this.pairs.write(tenant, [{ pair, due_on, mandatory: false }], 'self', chosen);
    for (const { assignment_id } of written.values()) {
      await this.sources.add(tenant, [{ assignment_id, source: 'self' }]);
      const { staff_id, training_id } = pair;
      const told = { staff_id, training_id, due_on };
      await this.audit.record(auditEntry(tenant, 'training-assignment.enrol', assignment_id, null, told));
    }
  }

  private async leave(tenant: Tenant, own: TrainingAssignment, isTakenBack: boolean): Promise<void> {
    const { assignment_id, staff_id, state } = own;
    const reasons = (await this.sources.of(tenant, [assignment_id])).get(assignment_id) ?? [];
    const isChosen = reasons.some(({ source }) => source === 'self');
    if (!isChosen && isTakenBack) return;
    if (!isChosen) throw new NotEnrolled();
    if (state === 'in_progress') throw new EnrolmentBegun();
    await this.sources.withdrawOwn(tenant, assignment_id);
    const isLast = reasons.every(({ source }) => source === 'self');
    if (isLast) {
      const gone = { state: 'removed', removed_at: this.clock.now(), removed_reason: null };
      // Begun since it was read.
      if (!(await this.assignments.update(tenant, { assignment_id, state: 'assigned' }, gone)))
        throw new EnrolmentBegun();
      if ((await this.sources.of(tenant, [assignment_id])).size)
        throw new LookedTooEarly('Somebody else has assigned it while it was withdrawn');
      await this.announcements.publish(ASSIGNMENTS_ENDED, tenant, { staff_id: [staff_id] });
    }
    const became = { state: isLast ? 'removed' : state };
    await this.audit.record(auditEntry(tenant, 'training-assignment.withdraw', assignment_id, { state }, became));
  }

  private async standing(tenant: Tenant, training_id: string, staff_id: string): Promise<OwnEnrolment> {
    const state = [...OPEN_ASSIGNMENT_STATES];
    const own = await this.assignments.one(tenant, { staff_id, training_id, state });
    if (own) return { state: 'assigned', assignment_id: own.assignment_id, due_on: own.due_on };
    const isWaiting = await this.asked.isWaiting(tenant, training_id, staff_id);
    return { state: isWaiting ? 'waiting' : 'none', assignment_id: null, due_on: null };
  }

  private dueOf(tenant: Tenant, { due_days }: Training): Day | null {
    return due_days === null ? null : addDays(dayAt(this.clock.now(), tenant.time_zone), due_days);
  }
}

/** @throws NobodyToEnrol */
function whoEnrols({ actor: { staff_id } }: Tenant): string {
  if (!staff_id) throw new NobodyToEnrol();
  return staff_id;
}
