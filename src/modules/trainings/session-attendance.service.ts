import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { MarkAttendanceResponse } from '../../contract/session.responses';
import { Clock } from '../../common/clock';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { InvalidFieldsError } from '../../common/errors/app-error';
import { fieldError } from '../../common/errors/field-error';
import { WrongStatusError } from '../../common/errors/record.errors';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import { LedgerLocks } from '../staff/ledger-locks';
import { DomainEventBus } from '../../tenancy/domain-event-bus';
import { buildAuditEntry } from '../../tenancy/audit-entry';
import type { JobDetails } from '../background-jobs/job-details';
import { JobKindRegistry } from '../background-jobs/job-kind.registry';
import { JobsService } from '../background-jobs/jobs.service';
import type { JobBatch, JobRowResult } from '../background-jobs/job-batch';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { AssignmentsService } from './assignments.service';
import { SessionBooking } from './session-booking.entity';
import { SessionSeatService } from './session-seat.service';
import { AttendanceCountedError, NotBookedError, SessionNotStartedError } from './session.errors';
import { TrainingCompletionService } from './training-completion.service';
import { ATTENDED_AT, type AssignmentCycle } from './training.events';
import { TrainingSession } from './training-session.entity';

const KIND = 'attendance';
/** Each person writes assignment, evidence and levels. */
const PEOPLE_PER_PORTION = 20;

/** Codes of the job rows. */
const CODES = { completed: 'completed', open: 'attended_open', other: 'changed_since' } as const;

export interface Marks {
  attended: readonly string[];
  absent: readonly string[];
}
interface AttendancePayload {
  session_id: string;
  staff_id: readonly string[];
}

/**
 * Marks attendance in a constant number of statements; a job then completes the trainings person by person
 * (training-completion.service.ts).
 */
@Injectable()
export class SessionAttendanceService implements OnModuleInit {
  constructor(
    @InjectTenantRepository(TrainingSession) private readonly sessions: TenantRepository<TrainingSession>,
    @InjectTenantRepository(SessionBooking) private readonly bookings: TenantRepository<SessionBooking>,
    private readonly seats: SessionSeatService,
    private readonly assignments: AssignmentsService,
    private readonly completion: TrainingCompletionService,
    private readonly locks: LedgerLocks,
    private readonly kinds: JobKindRegistry,
    private readonly jobsService: JobsService,
    private readonly eventBus: DomainEventBus,
    private readonly transactions: TransactionManager,
    private readonly audit: AuditTrailService,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.eventBus.registerQueryHandler(ATTENDED_AT, (tenant, cycle) => this.findAttendedAt(tenant, cycle));
    this.kinds.register<AttendancePayload>(KIND, {
      lane: 'interactive',
      runBatch: (tenant, attended, portion) => this.completePortion(tenant, attended, portion),
    });
  }

  /**
   * Allowed from the start of the session, repeatedly. Attendance that completed a training cannot be unmarked.
   * @throws NotFoundError, WrongStatusError, SessionNotStartedError, NotBookedError, AttendanceCountedError, InvalidFieldsError: nothing is marked
   */
  async mark(tenant: Tenant, session_id: string, marks: Marks): Promise<MarkAttendanceResponse> {
    const [attended, absent] = [new Set(marks.attended), new Set(marks.absent)];
    const staff_id = [...attended, ...absent];
    return this.transactions.run(async () => {
      const session = await this.seats.lockSession(tenant, session_id);
      if (session.status === 'cancelled') throw new WrongStatusError('attendance', session.status);
      if ([...attended].some((each) => absent.has(each)))
        throw new InvalidFieldsError({
          absent: [fieldError('marked_twice', 'Someone is marked both attended and absent. Choose one.')],
        });
      const now = this.clock.now();
      if (now < session.starts_at) throw new SessionNotStartedError();
      // Waits for a concurrent completion of another part, so that its result is known.
      await this.locks.acquire(tenant, staff_id);
      const rows = await this.requireBooked(tenant, session_id, staff_id);
      const nowAttended = rows.filter((row) => attended.has(row.staff_id) && row.state !== 'attended');
      const nowAbsent = rows.filter((row) => absent.has(row.staff_id) && row.state !== 'absent');
      await this.rejectCompleted(tenant, nowAbsent);
      const at = Math.min(session.ends_at, now);
      await this.change(tenant, nowAttended, { state: 'attended', attended_at: at });
      await this.change(tenant, nowAbsent, { state: 'absent', attended_at: null });
      if (session.status === 'planned' && rows.length)
        await this.sessions.update(tenant, { session_id, status: 'planned' }, { status: 'held' });
      const auditFacts = {
        attended: nowAttended.map((row) => row.staff_id),
        absent: nowAbsent.map((row) => row.staff_id),
      };
      if (nowAttended.length + nowAbsent.length)
        await this.audit.record(buildAuditEntry(tenant, 'training-session.attendance', session_id, null, auditFacts));
      const alreadyAttended = rows.filter((row) => attended.has(row.staff_id) && row.state === 'attended');
      const staffToComplete = [...nowAttended, ...(await this.findStillOpen(tenant, alreadyAttended))].map(
        (row) => row.staff_id,
      );
      const payload: AttendancePayload = { session_id, staff_id: staffToComplete };
      const job_id = staffToComplete.length
        ? await this.jobsService.enqueue(tenant, KIND, payload, staffToComplete.length)
        : null;
      const unchanged = rows.length - nowAttended.length - nowAbsent.length;
      return { attended: nowAttended.length, absent: nowAbsent.length, unchanged, job_id };
    });
  }

  /** @throws NotBookedError */
  private async requireBooked(tenant: Tenant, session_id: string, staff_id: string[]): Promise<SessionBooking[]> {
    if (!staff_id.length) return [];
    const bookings = await this.bookings.find(tenant, { session_id, staff_id, state: { ne: 'waiting' } });
    const known = new Set(bookings.map((row) => row.staff_id));
    if (known.size < staff_id.length) throw new NotBookedError(staff_id.filter((each) => !known.has(each)));
    return bookings;
  }

  /** Attended before, but the assignment is still open: the job was cancelled or a waiver ended. */
  private async findStillOpen(tenant: Tenant, alreadyAttended: readonly SessionBooking[]): Promise<SessionBooking[]> {
    if (!alreadyAttended.length) return [];
    const { training_id } = alreadyAttended[0]!;
    const open = await this.assignments.findOpen(
      tenant,
      training_id,
      alreadyAttended.map((row) => row.staff_id),
    );
    return alreadyAttended.filter((row) => open.get(row.staff_id) === row.assignment_id);
  }

  /** Assignments with another attended session do not count. @throws AttendanceCountedError */
  private async rejectCompleted(tenant: Tenant, nowAbsent: readonly SessionBooking[]): Promise<void> {
    const wereAttended = nowAbsent.filter(({ state }) => state === 'attended');
    if (!wereAttended.length) return;
    const booking_id = wereAttended.map((row) => row.booking_id);
    const assignment_id = wereAttended.map((row) => row.assignment_id);
    const others = await this.bookings.find(tenant, {
      assignment_id,
      state: 'attended',
      booking_id: { nin: booking_id },
    });
    const attendedElsewhere = new Set(others.map((row) => row.assignment_id));
    const attendedOnlyHere = assignment_id.filter((each) => !attendedElsewhere.has(each));
    const completedCount = attendedOnlyHere.length
      ? await this.assignments.countCompleted(tenant, attendedOnlyHere)
      : 0;
    if (completedCount) throw new AttendanceCountedError(completedCount);
  }

  private async change(tenant: Tenant, rows: readonly SessionBooking[], change: Partial<SessionBooking>) {
    const booking_id = rows.map((row) => row.booking_id);
    if (booking_id.length) await this.bookings.update(tenant, { booking_id }, change);
  }

  private async completePortion(
    tenant: Tenant,
    payload: AttendancePayload,
    jobBatch: JobBatch,
  ): Promise<JobDetails | null> {
    const from = Number(jobBatch.mark?.['from'] ?? 0);
    const staff_id = payload.staff_id.slice(from, from + PEOPLE_PER_PORTION);
    await this.locks.acquire(tenant, staff_id);
    const { session_id } = payload;
    const rows = await this.bookings.find(tenant, { session_id, staff_id, state: 'attended' });
    const byPerson = new Map(rows.map((row) => [row.staff_id, row]));
    const jobRows: JobRowResult[] = [];
    for (const [at, each] of staff_id.entries()) {
      const row = byPerson.get(each);
      const { training_id = null } = row ?? {};
      const completed = row && (await this.completion.settle(tenant, each, row.training_id));
      if (row && !completed) await this.assignments.start(tenant, row.assignment_id);
      jobRows.push({
        row_no: from + at,
        facts: { staff_id: each, training_id },
        ...(completed
          ? { outcome: 'changed', code: CODES.completed, record_id: completed.assignment_id }
          : { outcome: 'unchanged', code: row ? CODES.open : CODES.other }),
      });
    }
    jobBatch.report(staff_id.length, jobRows);
    const next = from + PEOPLE_PER_PORTION;
    return next < payload.staff_id.length ? { from: next } : null;
  }

  private async findAttendedAt(
    tenant: Tenant,
    { assignment_id, training_id }: AssignmentCycle,
  ): Promise<number | null> {
    const bookings = await this.bookings.find(tenant, { assignment_id, training_id, state: 'attended' });
    const instants = bookings.flatMap(({ attended_at }) => attended_at ?? []);
    return instants.length ? Math.min(...instants) : null;
  }
}
