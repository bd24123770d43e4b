import { Injectable } from '@nestjs/common';
import type { OwnBookingResponse, BookSessionResponse, CancelBookingsResponse } from '../../contract/session.responses';
import type { sessionBookings } from '../../contract/session-bookings.resource';
import type { Where } from '../../infrastructure/database/where';
import { WrongStatusError } from '../../common/errors/record.errors';
import { LedgerLocks } from '../staff/ledger-locks';
import { StaffService } from '../staff/staff.service';
import { buildAuditEntry } from '../../tenancy/audit-entry';
import { InjectResourceContext, type ResourceContext } from '../../crud/resource-context';
import { ResourceReadService } from '../../crud/resource-read.service';
import { restrictToVisible } from '../../tenancy/row-visibility';
import type { Tenant } from '../../tenancy/tenant';
import { AssignmentsService } from './assignments.service';
import { SessionBooking } from './session-booking.entity';
import { SessionSeatService } from './session-seat.service';
import { NotAssignableError, SessionStartedError, SessionOverlapError, NoOpenAssignmentError } from './session.errors';
import type { TrainingSession } from './training-session.entity';
import { TrainingSessionsService } from './training-sessions.service';

/** Admins see all, managers those of their line, learners their own. */
@Injectable()
export class SessionBookingsService extends ResourceReadService<SessionBooking, typeof sessionBookings> {
  constructor(
    @InjectResourceContext(SessionBooking) parts: ResourceContext<SessionBooking>,
    private readonly seats: SessionSeatService,
    private readonly sessions: TrainingSessionsService,
    private readonly assignments: AssignmentsService,
    private readonly staff: StaffService,
    private readonly locks: LedgerLocks,
  ) {
    super(parts);
  }

  /**
   * All or nothing; existing bookings stay, so repeating is harmless. People without an open assignment are assigned
   * the training. @throws NotFoundError, WrongStatusError, UnknownStaffError, UnknownTrainingError, NotAssignableError, SessionOverlapError
   */
  async book(tenant: Tenant, session_id: string, people: readonly string[]): Promise<BookSessionResponse> {
    const staffIds = [...new Set(people)];
    return this.context.transactions.run(async () => {
      const session = await this.seats.lockSession(tenant, session_id);
      if (session.status === 'cancelled') throw new WrongStatusError('book', session.status);
      await this.staff.requireActive(tenant, staffIds);
      const unbooked = await this.withoutBooking(tenant, session, staffIds);
      const unchanged = { already_booked: staffIds.length - unbooked.length };
      if (!unbooked.length) return { booked: 0, waiting: 0, ...unchanged, assigned: 0 };
      await this.rejectOverlaps(tenant, session, unbooked);
      const { cycles, assigned } = await this.assigned(tenant, session, unbooked);
      const seatCounts = await this.seats.assignSeats(tenant, session, unbooked, cycles);
      await this.recordBookingAudit(tenant, 'book', session_id, null, { staff_id: unbooked, ...seatCounts, assigned });
      return { ...seatCounts, ...unchanged, assigned };
    });
  }

  /** Marked attendance stays; people without a booking are ignored. @throws NotFoundError, WrongStatusError, UnknownStaffError */
  async cancel(tenant: Tenant, session_id: string, people: readonly string[]): Promise<CancelBookingsResponse> {
    return this.context.transactions.run(async () => {
      const session = await this.seats.lockSession(tenant, session_id);
      if (session.status === 'cancelled') throw new WrongStatusError('leave', session.status);
      await this.staff.requireKnown(tenant, people);
      return this.removeBookings(tenant, session, [...new Set(people)]);
    });
  }

  /** Cancels obsolete bookings of a planned session. @param findObsolete called after the session is locked */
  async cancelObsolete(tenant: Tenant, session_id: string, findObsolete: () => Promise<string[]>): Promise<void> {
    await this.context.transactions.run(async () => {
      const session = await this.seats.lockSession(tenant, session_id);
      const staff_id = session.status === 'planned' ? await findObsolete() : [];
      if (staff_id.length) await this.removeBookings(tenant, session, staff_id);
    });
  }

  /** Books the current user. @throws NotFoundError, WrongStatusError, SessionStartedError, NoOpenAssignmentError, SessionOverlapError */
  async bookOwn(tenant: Tenant, session_id: string): Promise<OwnBookingResponse> {
    await this.sessions.record(tenant, session_id);
    await this.context.transactions.run(async () => {
      const session = await this.seats.lockSession(tenant, session_id);
      const staff_id = this.requireOpenForSelf(tenant, session, 'book');
      const unbooked = await this.withoutBooking(tenant, session, [staff_id]);
      if (!unbooked.length) return;
      await this.rejectOverlaps(tenant, session, unbooked);
      const cycles = await this.assignments.findOpen(tenant, session.training_id, unbooked);
      if (!cycles.size) throw new NoOpenAssignmentError();
      const seatCounts = await this.seats.assignSeats(tenant, session, unbooked, cycles);
      await this.recordBookingAudit(tenant, 'book', session_id, null, {
        staff_id: unbooked,
        ...seatCounts,
        assigned: 0,
      });
    });
    return this.findOwnPlace(tenant, session_id);
  }

  /**
   * Cancels the current user's booking; no-op without one.
   * @throws NotFoundError, WrongStatusError, SessionStartedError, NoOpenAssignmentError
   */
  async cancelOwn(tenant: Tenant, session_id: string): Promise<OwnBookingResponse> {
    await this.sessions.record(tenant, session_id);
    await this.context.transactions.run(async () => {
      const session = await this.seats.lockSession(tenant, session_id);
      const staff_id = this.requireOpenForSelf(tenant, session, 'leave');
      await this.removeBookings(tenant, session, [staff_id]);
    });
    // Not read again: without the booking, the session may no longer be visible.
    return { own_state: null, own_place: null };
  }

  protected override restrictToVisible(tenant: Tenant, filter: Where<SessionBooking>): Where<SessionBooking> {
    return restrictToVisible(tenant, filter);
  }

  private async removeBookings(
    tenant: Tenant,
    session: TrainingSession,
    staff_id: string[],
  ): Promise<CancelBookingsResponse> {
    const { session_id } = session;
    const [seated, waited] = [
      await this.context.records.remove(tenant, { session_id, staff_id, state: 'booked' }),
      await this.context.records.remove(tenant, { session_id, staff_id, state: 'waiting' }),
    ];
    const cancelled = seated + waited;
    if (!cancelled) return { cancelled, moved_up: 0 };
    const moved_up = await this.seats.promoteWaiting(tenant, session, seated);
    await this.recordBookingAudit(tenant, 'leave', session_id, { staff_id }, { cancelled, moved_up });
    return { cancelled, moved_up };
  }

  /** @returns the current user's staff id @throws WrongStatusError, SessionStartedError, NoOpenAssignmentError */
  private requireOpenForSelf(tenant: Tenant, session: TrainingSession, command: string): string {
    if (session.status !== 'planned') throw new WrongStatusError(command, session.status);
    if (session.starts_at <= this.context.clock.now()) throw new SessionStartedError();
    const { staff_id } = tenant.actor;
    if (!staff_id) throw new NoOpenAssignmentError();
    return staff_id;
  }

  private async withoutBooking(tenant: Tenant, session: TrainingSession, staff_id: string[]): Promise<string[]> {
    const { session_id } = session;
    const bookings = await this.context.records.find(tenant, { session_id, staff_id });
    await this.moveToOpenCycle(
      tenant,
      bookings.filter(({ state }) => state === 'booked' || state === 'waiting'),
    );
    // People on the waiting list may have been skipped earlier because they had no open assignment.
    if (session.seats_left && bookings.some(({ state }) => state === 'waiting'))
      session.seats_left -= await this.seats.promoteWaiting(tenant, session, 0);
    const bookedIds = new Set(bookings.map((each) => each.staff_id));
    return staff_id.filter((each) => !bookedIds.has(each));
  }

  /** Moves bookings made before the present cycle to that cycle, in a constant number of statements. */
  private async moveToOpenCycle(tenant: Tenant, rows: readonly SessionBooking[]): Promise<void> {
    if (!rows.length) return;
    const { session_id, training_id } = rows[0]!;
    const people = rows.map((row) => row.staff_id);
    const open = await this.assignments.findOpen(tenant, training_id, people);
    const moved = rows.flatMap((row) => {
      const assignment_id = open.get(row.staff_id);
      return assignment_id && assignment_id !== row.assignment_id ? { ...row, assignment_id } : [];
    });
    if (!moved.length) return;
    const booking_id = moved.map((row) => row.booking_id);
    await this.context.records.remove(tenant, { session_id, booking_id, state: ['booked', 'waiting'] });
    await this.context.records.insert(tenant, moved);
  }

  /** The locks prevent a concurrent booking in another session. @throws SessionOverlapError */
  private async rejectOverlaps(tenant: Tenant, session: TrainingSession, staff_id: string[]): Promise<void> {
    await this.locks.acquire(tenant, staff_id);
    const overlapping = await this.seats.findOverlapping(tenant, session, staff_id);
    if (overlapping.length) throw new SessionOverlapError('staff_id', overlapping.length);
  }

  private async assigned(tenant: Tenant, { training_id }: TrainingSession, staff_id: string[]) {
    const open = await this.assignments.findOpen(tenant, training_id, staff_id);
    const unassigned = staff_id.filter((each) => !open.has(each));
    if (!unassigned.length) return { cycles: open, assigned: 0 };
    const { assigned } = await this.assignments.assign(tenant, { staff_id: unassigned, training_id: [training_id] });
    const cycles = await this.assignments.findOpen(tenant, training_id, staff_id);
    if (cycles.size < staff_id.length) throw new NotAssignableError(staff_id.length - cycles.size);
    return { cycles, assigned };
  }

  private async findOwnPlace(tenant: Tenant, session_id: string): Promise<OwnBookingResponse> {
    const { own_state, own_place } = await this.sessions.one(tenant, session_id);
    const state = own_state === 'booked' || own_state === 'waiting' ? own_state : null;
    return { own_state: state, own_place };
  }

  private async recordBookingAudit(
    tenant: Tenant,
    command: 'book' | 'leave',
    session_id: string,
    was: object | null,
    became: object,
  ): Promise<void> {
    await this.context.audit.record(buildAuditEntry(tenant, `training-session.${command}`, session_id, was, became));
  }
}
