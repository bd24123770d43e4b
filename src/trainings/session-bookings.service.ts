import { Injectable } from '@nestjs/common';
import type { OwnPlace, SessionBooked, SessionLeft } from '../contract/session-answers';
import type { sessionBookings } from '../contract/session-bookings.resource';
import type { Where } from '../platform/database/where';
import { WrongStatus } from '../platform/errors/record-errors';
import { LedgerLocks } from '../staff/ledger-locks';
import { StaffService } from '../staff/staff.service';
import { auditEntry } from '../tenancy/audit-entry';
import { PartsOf, type ResourceParts } from '../tenancy/resources/resource-parts';
import { ResourceReader } from '../tenancy/resources/resource-reader';
import { seen } from '../tenancy/seen';
import type { Tenant } from '../tenancy/tenant';
import { AssignmentsService } from './assignments.service';
import { SessionBooking } from './session-booking.entity';
import { SessionSeats } from './session-seats';
import { NotAssignable, SessionBegun, SessionOverlaps, TrainingNotToDo } from './session.errors';
import type { TrainingSession } from './training-session.entity';
import { TrainingSessionsService } from './training-sessions.service';

/** Who is in which session: an admin sees all, a manager those of the line and a learner the own places. */
@Injectable()
export class SessionBookingsService extends ResourceReader<SessionBooking, typeof sessionBookings> {
  constructor(
    @PartsOf(SessionBooking) parts: ResourceParts<SessionBooking>,
    private readonly seats: SessionSeats,
    private readonly sessions: TrainingSessionsService,
    private readonly assignments: AssignmentsService,
    private readonly staff: StaffService,
    private readonly locks: LedgerLocks,
  ) {
    super(parts);
  }

  /**
   * All or nothing; whoever is in it stays as they are, so asking twice is safe. Who has the training not to do is assigned
   * it as well: who completed it before begins the next cycle.
   * @throws NotFound, WrongStatus, StaffUnknown, TrainingUnknown, NotAssignable, SessionOverlaps
   */
  async book(tenant: Tenant, session_id: string, people: readonly string[]): Promise<SessionBooked> {
    const asked = [...new Set(people)];
    return this.parts.transactions.run(async () => {
      const session = await this.seats.hold(tenant, session_id);
      if (session.status === 'cancelled') throw new WrongStatus('book', session.status);
      await this.staff.activeAmong(tenant, asked);
      const fresh = await this.notInside(tenant, session, asked);
      const before = { already_booked: asked.length - fresh.length };
      if (!fresh.length) return { booked: 0, waiting: 0, ...before, assigned: 0 };
      await this.refuseElsewhere(tenant, session, fresh);
      const { cycles, assigned } = await this.assigned(tenant, session, fresh);
      const placed = await this.seats.seat(tenant, session, fresh, cycles);
      await this.tellOf(tenant, 'book', session_id, null, { staff_id: fresh, ...placed, assigned });
      return { ...placed, ...before, assigned };
    });
  }

  /** What was marked stays; who is not in it is passed over. @throws NotFound, WrongStatus, StaffUnknown */
  async cancel(tenant: Tenant, session_id: string, people: readonly string[]): Promise<SessionLeft> {
    return this.parts.transactions.run(async () => {
      const session = await this.seats.hold(tenant, session_id);
      if (session.status === 'cancelled') throw new WrongStatus('leave', session.status);
      await this.staff.allKnown(tenant, people);
      return this.leaveHeld(tenant, session, [...new Set(people)]);
    });
  }

  /** Who is there for nothing, as it is once the session is held; nobody where it is planned no more. */
  async leaveGone(tenant: Tenant, session_id: string, gone: () => Promise<string[]>): Promise<void> {
    await this.parts.transactions.run(async () => {
      const session = await this.seats.hold(tenant, session_id);
      const staff_id = session.status === 'planned' ? await gone() : [];
      if (staff_id.length) await this.leaveHeld(tenant, session, staff_id);
    });
  }

  /** The own place. @throws NotFound, WrongStatus, SessionBegun, TrainingNotToDo, SessionOverlaps */
  async takePlace(tenant: Tenant, session_id: string): Promise<OwnPlace> {
    await this.sessions.record(tenant, session_id);
    await this.parts.transactions.run(async () => {
      const session = await this.seats.hold(tenant, session_id);
      const staff_id = this.refuseTooLate(tenant, session, 'book');
      const fresh = await this.notInside(tenant, session, [staff_id]);
      if (!fresh.length) return;
      await this.refuseElsewhere(tenant, session, fresh);
      const cycles = await this.assignments.openOf(tenant, session.training_id, fresh);
      if (!cycles.size) throw new TrainingNotToDo();
      const placed = await this.seats.seat(tenant, session, fresh, cycles);
      await this.tellOf(tenant, 'book', session_id, null, { staff_id: fresh, ...placed, assigned: 0 });
    });
    return this.ownPlace(tenant, session_id);
  }

  /** Harmless where there is none. @throws NotFound, WrongStatus, SessionBegun, TrainingNotToDo */
  async leavePlace(tenant: Tenant, session_id: string): Promise<OwnPlace> {
    await this.sessions.record(tenant, session_id);
    await this.parts.transactions.run(async () => {
      const session = await this.seats.hold(tenant, session_id);
      const staff_id = this.refuseTooLate(tenant, session, 'leave');
      await this.leaveHeld(tenant, session, [staff_id]);
    });
    // Not read again: a session that is seen for the sake of its place only is so no longer.
    return { own_state: null, own_place: null };
  }

  protected override seen(tenant: Tenant, asked: Where<SessionBooking>): Where<SessionBooking> {
    return seen(tenant, asked);
  }

  private async leaveHeld(tenant: Tenant, session: TrainingSession, staff_id: string[]): Promise<SessionLeft> {
    const { session_id } = session;
    const [seated, waited] = [
      await this.parts.records.remove(tenant, { session_id, staff_id, state: 'booked' }),
      await this.parts.records.remove(tenant, { session_id, staff_id, state: 'waiting' }),
    ];
    const cancelled = seated + waited;
    if (!cancelled) return { cancelled, moved_up: 0 };
    const moved_up = await this.seats.pass(tenant, session, seated);
    await this.tellOf(tenant, 'leave', session_id, { staff_id }, { cancelled, moved_up });
    return { cancelled, moved_up };
  }

  /** Whoever is signed in, with a staff record, before it begins. */
  private refuseTooLate(tenant: Tenant, session: TrainingSession, command: string): string {
    if (session.status !== 'planned') throw new WrongStatus(command, session.status);
    if (session.starts_at <= this.parts.clock.now()) throw new SessionBegun();
    const { staff_id } = tenant.actor;
    if (!staff_id) throw new TrainingNotToDo();
    return staff_id;
  }

  private async notInside(tenant: Tenant, session: TrainingSession, staff_id: string[]): Promise<string[]> {
    const { session_id } = session;
    const found = await this.parts.records.find(tenant, { session_id, staff_id });
    await this.countForOpen(
      tenant,
      found.filter(({ state }) => state === 'booked' || state === 'waiting'),
    );
    // Who was passed over, for they had nothing to do then.
    if (session.seats_left && found.some(({ state }) => state === 'waiting'))
      session.seats_left -= await this.seats.pass(tenant, session, 0);
    const inside = new Set(found.map((each) => each.staff_id));
    return staff_id.filter((each) => !inside.has(each));
  }

  /**
   * Whoever was in it before their present cycle began keeps the place, which counts for that cycle from now on: written
   * anew, in as many statements for all as for one.
   */
  private async countForOpen(tenant: Tenant, rows: readonly SessionBooking[]): Promise<void> {
    if (!rows.length) return;
    const { session_id, training_id } = rows[0]!;
    const people = rows.map((row) => row.staff_id);
    const open = await this.assignments.openOf(tenant, training_id, people);
    const moved = rows.flatMap((row) => {
      const assignment_id = open.get(row.staff_id);
      return assignment_id && assignment_id !== row.assignment_id ? { ...row, assignment_id } : [];
    });
    if (!moved.length) return;
    const booking_id = moved.map((row) => row.booking_id);
    await this.parts.records.remove(tenant, { session_id, booking_id, state: ['booked', 'waiting'] });
    await this.parts.records.insert(tenant, moved);
  }

  /** From here on nobody books them elsewhere at the same moment. @throws SessionOverlaps */
  private async refuseElsewhere(tenant: Tenant, session: TrainingSession, staff_id: string[]): Promise<void> {
    await this.locks.take(tenant, staff_id);
    const elsewhere = await this.seats.elsewhere(tenant, session, staff_id);
    if (elsewhere.length) throw new SessionOverlaps('staff_id', elsewhere.length);
  }

  private async assigned(tenant: Tenant, { training_id }: TrainingSession, staff_id: string[]) {
    const open = await this.assignments.openOf(tenant, training_id, staff_id);
    const lacking = staff_id.filter((each) => !open.has(each));
    if (!lacking.length) return { cycles: open, assigned: 0 };
    const { assigned } = await this.assignments.assign(tenant, { staff_id: lacking, training_id: [training_id] });
    const cycles = await this.assignments.openOf(tenant, training_id, staff_id);
    if (cycles.size < staff_id.length) throw new NotAssignable(staff_id.length - cycles.size);
    return { cycles, assigned };
  }

  private async ownPlace(tenant: Tenant, session_id: string): Promise<OwnPlace> {
    const { own_state, own_place } = await this.sessions.one(tenant, session_id);
    const state = own_state === 'booked' || own_state === 'waiting' ? own_state : null;
    return { own_state: state, own_place };
  }

  private async tellOf(
    tenant: Tenant,
    what: 'book' | 'leave',
    session_id: string,
    was: object | null,
    became: object,
  ): Promise<void> {
    await this.parts.audit.record(auditEntry(tenant, `training-session.${what}`, session_id, was, became));
  }
}
