import { Injectable } from '@nestjs/common';
import { MANAGING_STATUSES } from '../contract/staff.resource';
import { OPEN_ASSIGNMENT_STATES } from '../contract/training-assignments.resource';
import { Clock } from '../platform/clock';
import { LookedTooEarly } from '../platform/database/transactions';
import { idFromBytes, newId } from '../platform/ids';
import { NotFound } from '../platform/errors/app-error';
import { Staff } from '../staff/staff.entity';
import { Announcements } from '../tenancy/announcements';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { TrainingAssignment } from './assignment.entity';
import { SessionBooking } from './session-booking.entity';
import { SESSION_NEWS, type SessionNews } from './training.events';
import { TrainingSession } from './training-session.entity';

/** What a session without a limit has left at first: more than there are people. */
const UNLIMITED = 2_000_000_000;

/** How many seats there are, for the counter. */
export const capacityOf = ({ seats }: Pick<TrainingSession, 'seats'>): number => seats ?? UNLIMITED;
/** How many of them are taken. */
export const takenOf = (session: Pick<TrainingSession, 'seats' | 'seats_left'>): number =>
  capacityOf(session) - session.seats_left;

/** Whoever of them is in another session of the training at that time. */
const ELSEWHERE = `SELECT b.staff_id AS staff_id FROM session_booking b
  JOIN training_session x ON x.customer_id = :customer_id AND x.session_id = b.session_id
  WHERE b.customer_id = :customer_id AND b.staff_id IN (:staff_id) AND b.training_id = :training_id AND b.session_id <> :session_id
    AND b.state IN ('booked', 'waiting') AND x.status <> 'cancelled' AND x.starts_at < :ends_at AND x.ends_at > :starts_at
  GROUP BY b.staff_id`;

/**
 * Who has a seat and who waits for one. Whatever changes that begins with `hold`, so changes of one session follow one
 * another; the seats themselves are a counter with a guard (domain.md, "Guarded writes decide every invariant").
 */
@Injectable()
export class SessionSeats {
  constructor(
    @Records(TrainingSession) private readonly sessions: TenantRepository<TrainingSession>,
    @Records(SessionBooking) private readonly bookings: TenantRepository<SessionBooking>,
    @Records(Staff) private readonly staff: TenantRepository<Staff>,
    @Records(TrainingAssignment) private readonly assignments: TenantRepository<TrainingAssignment>,
    private readonly queries: TenantQueries,
    private readonly announcements: Announcements,
    private readonly clock: Clock,
  ) {}

  /** The first statement of a transaction that changes who is in it. @throws NotFound */
  async hold(tenant: Tenant, session_id: string): Promise<TrainingSession> {
    await this.turn(tenant, session_id);
    const session = await this.sessions.one(tenant, { session_id });
    if (!session) throw new NotFound('session');
    return session;
  }

  /** A written row, not a locking read, which two nodes of a cluster would both be granted. */
  async turn(tenant: Tenant, session_id: string): Promise<void> {
    await this.sessions.add(tenant, { session_id }, 'turn', 1);
  }

  /**
   * People who are not in it yet: as many as there are seats get one, the others wait, in the order given.
   * @param cycles whose assignment it counts for, by person
   */
  async seat(
    tenant: Tenant,
    session: TrainingSession,
    staff_id: readonly string[],
    cycles: ReadonlyMap<string, string>,
  ): Promise<{ booked: number; waiting: number }> {
    const booked = Math.min(session.seats_left, staff_id.length);
    const asked_at = this.clock.now();
    const { session_id, training_id } = session;
    if (booked) await this.take(tenant, session_id, booked);
    await this.bookings.insert(
      tenant,
      staff_id.map((each, at) => ({
        ...{ booking_id: newId(asked_at), session_id, training_id, staff_id: each, asked_at, attended_at: null },
        ...{ assignment_id: cycles.get(each)!, state: at < booked ? 'booked' : 'waiting' },
      })),
    );
    await this.tell(tenant, session, 'booked', staff_id.slice(0, booked));
    return { booked, waiting: staff_id.length - booked };
  }

  /**
   * Seats that have become free go to whoever waits longest, of those who still work here and have the training to do.
   * @returns how many moved up
   */
  async pass(tenant: Tenant, session: TrainingSession, freed: number): Promise<number> {
    const { session_id } = session;
    if (freed) await this.sessions.add(tenant, { session_id }, 'seats_left', freed);
    const left = session.seats_left + freed;
    if (!left || session.status === 'cancelled') return 0;
    const next = await this.bookings.find(
      tenant,
      {
        ...{ session_id, state: 'waiting' },
        staff_id: { among: this.staff.chosen(tenant, { status: [...MANAGING_STATUSES] }, 'staff_id') },
        assignment_id: {
          among: this.assignments.chosen(tenant, { state: [...OPEN_ASSIGNMENT_STATES] }, 'assignment_id'),
        },
      },
      {
        order: [
          ['asked_at', 'asc'],
          ['booking_id', 'asc'],
        ],
        limit: left,
      },
    );
    if (!next.length) return 0;
    await this.take(tenant, session_id, next.length);
    const booking_id = next.map((each) => each.booking_id);
    await this.bookings.update(tenant, { booking_id, state: 'waiting' }, { state: 'booked' });
    // A seat in what is over is for the record only.
    if (session.ends_at <= this.clock.now()) return next.length;
    await this.tell(
      tenant,
      session,
      'moved_up',
      next.map((each) => each.staff_id),
    );
    return next.length;
  }

  /** Of these people those who are in another session of the training at that time. */
  async elsewhere(
    tenant: Tenant,
    { session_id, training_id, starts_at, ends_at }: TrainingSession,
    staff_id: readonly string[],
  ): Promise<string[]> {
    if (!staff_id.length) return [];
    const asked = { session_id, training_id, starts_at, ends_at, staff_id: [...staff_id] };
    const rows = await this.queries.rows<{ staff_id: Uint8Array }>(tenant, ELSEWHERE, asked);
    return rows.map((row) => idFromBytes(row.staff_id));
  }

  async tell(
    tenant: Tenant,
    { session_id, training_id, starts_at, turn: version }: TrainingSession,
    what: SessionNews['what'],
    staff_id: readonly string[],
  ): Promise<void> {
    if (!staff_id.length) return;
    const news = { what, session_id, training_id, starts_at, version, staff_id };
    await this.announcements.publish(SESSION_NEWS, tenant, news);
  }

  /** What was read under `hold` says that there are so many; the guard decides all the same. */
  private async take(tenant: Tenant, session_id: string, count: number): Promise<void> {
    const guard = { session_id, seats_left: { gte: count } };
    if (!(await this.sessions.add(tenant, guard, 'seats_left', -count))) throw new LookedTooEarly();
  }
}
