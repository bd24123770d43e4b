import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { AttendanceMarked } from '../contract/session-answers';
import { Clock } from '../platform/clock';
import { Transactions } from '../platform/database/transactions';
import { InvalidFields } from '../platform/errors/app-error';
import { fieldError } from '../platform/errors/field-error';
import { WrongStatus } from '../platform/errors/record-errors';
import { AuditTrail } from '../platform/audit/audit-trail';
import { LedgerLocks } from '../staff/ledger-locks';
import { Announcements } from '../tenancy/announcements';
import { auditEntry } from '../tenancy/audit-entry';
import type { Facts } from '../tenancy/jobs/job-facts';
import { JobKinds } from '../tenancy/jobs/job-kinds';
import { Jobs } from '../tenancy/jobs/jobs.service';
import type { Portion, ToldRow } from '../tenancy/jobs/portion';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { AssignmentsService } from './assignments.service';
import { SessionBooking } from './session-booking.entity';
import { SessionSeats } from './session-seats';
import { AttendanceCounted, NotBooked, SessionNotBegun } from './session.errors';
import { TrainingCompletion } from './training-completion';
import { ATTENDED, type CycleOf } from './training.events';
import { TrainingSession } from './training-session.entity';

const KIND = 'attendance';
/** People whose trainings are completed in one portion: each writes assignment, evidence and levels. */
const PEOPLE = 20;

/** In the words of the job's rows. */
const BECAME = { completed: 'completed', open: 'attended_open', other: 'changed_since' } as const;

export interface Marks {
  attended: readonly string[];
  absent: readonly string[];
}
interface Attended {
  session_id: string;
  staff_id: readonly string[];
}

/**
 * Who was there. Marking is a few statements however many they are; a job completes what it was the last part of, person by
 * person, on the same way as video and quiz do (training-completion.ts).
 */
@Injectable()
export class SessionAttendance implements OnModuleInit {
  constructor(
    @Records(TrainingSession) private readonly sessions: TenantRepository<TrainingSession>,
    @Records(SessionBooking) private readonly bookings: TenantRepository<SessionBooking>,
    private readonly seats: SessionSeats,
    private readonly assignments: AssignmentsService,
    private readonly completion: TrainingCompletion,
    private readonly locks: LedgerLocks,
    private readonly kinds: JobKinds,
    private readonly jobs: Jobs,
    private readonly announcements: Announcements,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.announcements.answer(ATTENDED, (tenant, cycle) => this.attendedAt(tenant, cycle));
    this.kinds.register<Attended>(KIND, {
      lane: 'interactive',
      portion: (tenant, attended, portion) => this.completeSome(tenant, attended, portion),
    });
  }

  /**
   * From its beginning on, as often as needed; marked so already is unchanged. Whose training it has completed stays.
   * @throws NotFound, WrongStatus, SessionNotBegun, NotBooked, AttendanceCounted, InvalidFields: then nobody is marked
   */
  async mark(tenant: Tenant, session_id: string, marks: Marks): Promise<AttendanceMarked> {
    const [attended, absent] = [new Set(marks.attended), new Set(marks.absent)];
    const staff_id = [...attended, ...absent];
    return this.transactions.run(async () => {
      const session = await this.seats.hold(tenant, session_id);
      if (session.status === 'cancelled') throw new WrongStatus('attendance', session.status);
      if ([...attended].some((each) => absent.has(each)))
        throw new InvalidFields({
          absent: [fieldError('marked_twice', 'Someone is marked both attended and absent. Choose one.')],
        });
      const now = this.clock.now();
      if (now < session.starts_at) throw new SessionNotBegun();
      // Whoever completes another part at this moment is waited for: what it counts for is known then.
      await this.locks.take(tenant, staff_id);
      const rows = await this.seated(tenant, session_id, staff_id);
      const present = rows.filter((row) => attended.has(row.staff_id) && row.state !== 'attended');
      const away = rows.filter((row) => absent.has(row.staff_id) && row.state !== 'absent');
      await this.refuseCounted(tenant, away);
      const at = Math.min(session.ends_at, now);
      await this.change(tenant, present, { state: 'attended', attended_at: at });
      await this.change(tenant, away, { state: 'absent', attended_at: null });
      if (session.status === 'planned' && rows.length)
        await this.sessions.update(tenant, { session_id, status: 'planned' }, { status: 'held' });
      const told = { attended: present.map((row) => row.staff_id), absent: away.map((row) => row.staff_id) };
      if (present.length + away.length)
        await this.audit.record(auditEntry(tenant, 'training-session.attendance', session_id, null, told));
      const stayed = rows.filter((row) => attended.has(row.staff_id) && row.state === 'attended');
      const whom = [...present, ...(await this.unsettled(tenant, stayed))].map((row) => row.staff_id);
      const order: Attended = { session_id, staff_id: whom };
      const job_id = whom.length ? await this.jobs.enqueue(tenant, KIND, order, whom.length) : null;
      const unchanged = rows.length - present.length - away.length;
      return { attended: present.length, absent: away.length, unchanged, job_id };
    });
  }

  /** @throws NotBooked */
  private async seated(tenant: Tenant, session_id: string, staff_id: string[]): Promise<SessionBooking[]> {
    if (!staff_id.length) return [];
    const found = await this.bookings.find(tenant, { session_id, staff_id, state: { ne: 'waiting' } });
    const known = new Set(found.map((row) => row.staff_id));
    if (known.size < staff_id.length) throw new NotBooked(staff_id.filter((each) => !known.has(each)));
    return found;
  }

  /** Marked before, and their training is still to do: the job was cancelled, or they were let off it meanwhile. */
  private async unsettled(tenant: Tenant, stayed: readonly SessionBooking[]): Promise<SessionBooking[]> {
    if (!stayed.length) return [];
    const { training_id } = stayed[0]!;
    const open = await this.assignments.openOf(
      tenant,
      training_id,
      stayed.map((row) => row.staff_id),
    );
    return stayed.filter((row) => open.get(row.staff_id) === row.assignment_id);
  }

  /** What another session counts for as well is not completed by this one alone. @throws AttendanceCounted */
  private async refuseCounted(tenant: Tenant, away: readonly SessionBooking[]): Promise<void> {
    const counted = away.filter(({ state }) => state === 'attended');
    if (!counted.length) return;
    const booking_id = counted.map((row) => row.booking_id);
    const assignment_id = counted.map((row) => row.assignment_id);
    const others = await this.bookings.find(tenant, {
      ...{ assignment_id, state: 'attended' },
      booking_id: { nin: booking_id },
    });
    const elsewhere = new Set(others.map((row) => row.assignment_id));
    const only = assignment_id.filter((each) => !elsewhere.has(each));
    const taken = only.length ? await this.assignments.takenAmong(tenant, only) : 0;
    if (taken) throw new AttendanceCounted(taken);
  }

  private async change(tenant: Tenant, rows: readonly SessionBooking[], change: Partial<SessionBooking>) {
    const booking_id = rows.map((row) => row.booking_id);
    if (booking_id.length) await this.bookings.update(tenant, { booking_id }, change);
  }

  private async completeSome(tenant: Tenant, order: Attended, portion: Portion): Promise<Facts | null> {
    const from = Number(portion.mark?.['from'] ?? 0);
    const staff_id = order.staff_id.slice(from, from + PEOPLE);
    await this.locks.take(tenant, staff_id);
    const { session_id } = order;
    const rows = await this.bookings.find(tenant, { session_id, staff_id, state: 'attended' });
    const byPerson = new Map(rows.map((row) => [row.staff_id, row]));
    const told: ToldRow[] = [];
    for (const [at, each] of staff_id.entries()) {
      const row = byPerson.get(each);
      const { training_id = null } = row ?? {};
      const completed = row && (await this.completion.settle(tenant, each, row.training_id));
      if (row && !completed) await this.assignments.begin(tenant, row.assignment_id);
      told.push({
        ...{ row_no: from + at, facts: { staff_id: each, training_id } },
        ...(completed
          ? { outcome: 'changed', code: BECAME.completed, record_id: completed.assignment_id }
          : { outcome: 'unchanged', code: row ? BECAME.open : BECAME.other }),
      });
    }
    portion.tell(staff_id.length, told);
    const next = from + PEOPLE;
    return next < order.staff_id.length ? { from: next } : null;
  }

  private async attendedAt(tenant: Tenant, { assignment_id, training_id }: CycleOf): Promise<number | null> {
    const found = await this.bookings.find(tenant, { assignment_id, training_id, state: 'attended' });
    const days = found.flatMap(({ attended_at }) => attended_at ?? []);
    return days.length ? Math.min(...days) : null;
  }
}
