import { Injectable } from '@nestjs/common';
import { MANAGING_STATUSES } from '../../contract/staff.resource';
import { OPEN_ASSIGNMENT_STATES } from '../../contract/training-assignments.resource';
import { Clock } from '../../common/clock';
import { StaleReadError } from '../../infrastructure/database/transaction-manager';
import { idFromBytes, newId } from '../../common/ids';
import { NotFoundError } from '../../common/errors/app-error';
import { Staff } from '../staff/staff.entity';
import { DomainEventBus } from '../../tenancy/domain-event-bus';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { TrainingAssignment } from './assignment.entity';
import { SessionBooking } from './session-booking.entity';
import { SESSION_BOOKINGS_CHANGED, type SessionBookingsChange } from './training.events';
import { TrainingSession } from './training-session.entity';

/** Counter value of a session without a limit. */
const UNLIMITED = 2_000_000_000;

export const seatCapacity = ({ seats }: Pick<TrainingSession, 'seats'>): number => seats ?? UNLIMITED;
export const takenSeats = (session: Pick<TrainingSession, 'seats' | 'seats_left'>): number =>
  seatCapacity(session) - session.seats_left;

/** Staff booked in an overlapping session of the same training. */
const OVERLAPPING_BOOKINGS_SQL = `SELECT b.staff_id AS staff_id FROM session_booking b
  JOIN training_session x ON x.customer_id = :customer_id AND x.session_id = b.session_id
  WHERE b.customer_id = :customer_id AND b.staff_id IN (:staff_id) AND b.training_id = :training_id AND b.session_id <> :session_id
    AND b.state IN ('booked', 'waiting') AND x.status <> 'cancelled' AND x.starts_at < :ends_at AND x.ends_at > :starts_at
  GROUP BY b.staff_id`;

/**
 * Seats and waiting lists. Every change starts with `lockSession`, so changes of one session run one after another;
 * the seat counter is a conditional update.
 */
@Injectable()
export class SessionSeatService {
  constructor(
    @InjectTenantRepository(TrainingSession) private readonly sessions: TenantRepository<TrainingSession>,
    @InjectTenantRepository(SessionBooking) private readonly bookings: TenantRepository<SessionBooking>,
    @InjectTenantRepository(Staff) private readonly staff: TenantRepository<Staff>,
    @InjectTenantRepository(TrainingAssignment) private readonly assignments: TenantRepository<TrainingAssignment>,
    private readonly queries: TenantQueries,
    private readonly eventBus: DomainEventBus,
    private readonly clock: Clock,
  ) {}

  /** Must be the first statement of a transaction that changes bookings. @throws NotFoundError */
  async lockSession(tenant: Tenant, session_id: string): Promise<TrainingSession> {
    await this.lockRow(tenant, session_id);
    const session = await this.sessions.findOne(tenant, { session_id });
    if (!session) throw new NotFoundError('session');
    return session;
  }

  /** Writes a row instead of a locking read, because two nodes of a cluster would both be granted the latter. */
  async lockRow(tenant: Tenant, session_id: string): Promise<void> {
    await this.sessions.add(tenant, { session_id }, 'turn', 1);
  }

  /**
   * Books people in the given order until the seats are used up; the others join the waiting list.
   * @param cycles assignment id by staff id
   */
  async assignSeats(
    tenant: Tenant,
    session: TrainingSession,
    staff_id: readonly string[],
    cycles: ReadonlyMap<string, string>,
  ): Promise<{ booked: number; waiting: number }> {
    const booked = Math.min(session.seats_left, staff_id.length);
    const asked_at = this.clock.now();
    const { session_id, training_id } = session;
    if (booked) await this.takeSeats(tenant, session_id, booked);
    await this.bookings.insert(
      tenant,
      staff_id.map((each, at) => ({
        booking_id: newId(asked_at),
        session_id,
        training_id,
        staff_id: each,
        asked_at,
        attended_at: null,
        assignment_id: cycles.get(each)!,
        state: at < booked ? 'booked' : 'waiting',
      })),
    );
    await this.publishNews(tenant, session, 'booked', staff_id.slice(0, booked));
    return { booked, waiting: staff_id.length - booked };
  }

  /**
   * Gives free seats to the waiting list, oldest first, skipping people who left or have no open assignment.
   * @returns number of promoted bookings
   */
  async promoteWaiting(tenant: Tenant, session: TrainingSession, freedSeats: number): Promise<number> {
    const { session_id } = session;
    if (freedSeats) await this.sessions.add(tenant, { session_id }, 'seats_left', freedSeats);
    const seatsLeft = session.seats_left + freedSeats;
    if (!seatsLeft || session.status === 'cancelled') return 0;
    const next = await this.bookings.find(
      tenant,
      {
        session_id,
        state: 'waiting',
        staff_id: { among: this.staff.selectColumn(tenant, { status: [...MANAGING_STATUSES] }, 'staff_id') },
        assignment_id: {
          among: this.assignments.selectColumn(tenant, { state: [...OPEN_ASSIGNMENT_STATES] }, 'assignment_id'),
        },
      },
      {
        order: [
          ['asked_at', 'asc'],
          ['booking_id', 'asc'],
        ],
        limit: seatsLeft,
      },
    );
    if (!next.length) return 0;
    await this.takeSeats(tenant, session_id, next.length);
    const booking_id = next.map((each) => each.booking_id);
    await this.bookings.update(tenant, { booking_id, state: 'waiting' }, { state: 'booked' });
    // After the session, seats are only for the record.
    if (session.ends_at <= this.clock.now()) return next.length;
    await this.publishNews(
      tenant,
      session,
      'moved_up',
      next.map((each) => each.staff_id),
    );
    return next.length;
  }

  /** Staff ids booked in an overlapping session of the same training. */
  async findOverlapping(
    tenant: Tenant,
    { session_id, training_id, starts_at, ends_at }: TrainingSession,
    staff_id: readonly string[],
  ): Promise<string[]> {
    if (!staff_id.length) return [];
    const parameters = { session_id, training_id, starts_at, ends_at, staff_id: [...staff_id] };
    const rows = await this.queries.rows<{ staff_id: Uint8Array }>(tenant, OVERLAPPING_BOOKINGS_SQL, parameters);
    return rows.map((row) => idFromBytes(row.staff_id));
  }

  async publishNews(
    tenant: Tenant,
    { session_id, training_id, starts_at, turn: version }: TrainingSession,
    what: SessionBookingsChange['what'],
    staff_id: readonly string[],
  ): Promise<void> {
    if (!staff_id.length) return;
    const news = { what, session_id, training_id, starts_at, version, staff_id };
    await this.eventBus.publish(SESSION_BOOKINGS_CHANGED, tenant, news);
  }

  /** The count was read under the lock; the condition guards it all the same. */
  private async takeSeats(tenant: Tenant, session_id: string, count: number): Promise<void> {
    const guard = { session_id, seats_left: { gte: count } };
    if (!(await this.sessions.add(tenant, guard, 'seats_left', -count))) throw new StaleReadError();
  }
}
