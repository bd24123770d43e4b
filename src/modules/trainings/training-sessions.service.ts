import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { SessionStatus, TrainingSessionRow, trainingSessions } from '../../contract/training-sessions.resource';
import type { WriteOf } from '../../contract/resource';
import { utcOffsetAt } from '../../common/calendar';
import type { Where } from '../../infrastructure/database/where';
import { rowOf } from '../../common/rest/row';
import { InvalidFieldsError } from '../../common/errors/app-error';
import { fieldError } from '../../common/errors/field-error';
import { UnknownReferenceError, WrongStatusError } from '../../common/errors/record.errors';
import { idFromBytes } from '../../common/ids';
import { LedgerLocks } from '../staff/ledger-locks';
import { DomainEventBus } from '../../tenancy/domain-event-bus';
import { InjectResourceContext, type ResourceContext } from '../../crud/resource-context';
import { ResourceService } from '../../crud/resource.service';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { SessionBooking } from './session-booking.entity';
import { seatCapacity, SessionSeatService, takenSeats } from './session-seat.service';
import { SessionOverlapError } from './session.errors';
import { TrainingLocation } from './training-location.entity';
import { Training } from './training.entity';
import { SESSION_COUNT } from './training.events';
import { TrainingSession } from './training-session.entity';

const WAITING_COUNTS_SQL = `SELECT b.session_id AS session_id, COUNT(*) AS n FROM session_booking b
  WHERE b.customer_id = :customer_id AND b.session_id IN (:session_id) AND b.state = 'waiting' GROUP BY b.session_id`;

/** Bookings of the current user, with their position on the waiting list. */
const OWN_BOOKINGS_SQL = `SELECT b.session_id AS session_id, b.state, (SELECT COUNT(*) FROM session_booking w
    WHERE w.customer_id = :customer_id AND w.session_id = b.session_id AND w.state = 'waiting' AND b.state = 'waiting'
      AND (w.asked_at < b.asked_at OR (w.asked_at = b.asked_at AND w.booking_id <= b.booking_id))) AS place
  FROM session_booking b WHERE b.customer_id = :customer_id AND b.session_id IN (:session_id) AND b.staff_id = :staff_id`;

type SessionBookingInfo = Pick<TrainingSessionRow, 'waiting' | 'own_state' | 'own_place'>;
const NO_BOOKING_INFO: SessionBookingInfo = { waiting: null, own_state: null, own_place: null };

/** Bookings are in session-bookings.service.ts, attendance in session-attendance.service.ts. */
@Injectable()
export class TrainingSessionsService
  extends ResourceService<TrainingSession, typeof trainingSessions>
  implements OnModuleInit
{
  constructor(
    @InjectResourceContext(TrainingSession) parts: ResourceContext<TrainingSession>,
    @InjectTenantRepository(SessionBooking) private readonly bookings: TenantRepository<SessionBooking>,
    @InjectTenantRepository(Training) private readonly trainings: TenantRepository<Training>,
    @InjectTenantRepository(TrainingLocation) private readonly locations: TenantRepository<TrainingLocation>,
    private readonly seats: SessionSeatService,
    private readonly locks: LedgerLocks,
    private readonly queries: TenantQueries,
    private readonly eventBus: DomainEventBus,
  ) {
    super(parts);
  }

  onModuleInit(): void {
    this.eventBus.registerQueryHandler(SESSION_COUNT, (tenant, { training_id }) =>
      this.context.records.count(tenant, { training_id }),
    );
  }

  /** Notifies everyone with a booking. @throws NotFoundError, WrongStatusError */
  async cancel(tenant: Tenant, session_id: string): Promise<TrainingSessionRow> {
    await this.context.transactions.run(async () => {
      const was = await this.seats.lockSession(tenant, session_id);
      const planned = { session_id, status: 'planned' as const };
      if (!(await this.context.records.update(tenant, planned, { status: 'cancelled' })))
        throw new WrongStatusError('cancel', was.status);
      await this.audit(tenant, 'cancel', session_id, { status: was.status }, { status: 'cancelled' });
      await this.seats.publishNews(tenant, was, 'cancelled', await this.findParticipants(tenant, session_id));
    });
    return this.one(tenant, session_id);
  }

  /** Learners see sessions of published trainings and those they are booked in. */
  protected override async restrictToVisible(
    tenant: Tenant,
    filter: Where<TrainingSession>,
  ): Promise<Where<TrainingSession>> {
    const { role, staff_id } = tenant.actor;
    if (role !== 'user') return filter;
    const published = this.trainings.selectColumn(tenant, { status: 'published' }, 'training_id');
    const ownBookings = staff_id ? [this.bookings.selectColumn(tenant, { staff_id }, 'session_id')] : [];
    const visible = [{ training_id: { among: published } }, ...ownBookings.map((among) => ({ session_id: { among } }))];
    const branches = visible.map((branch) => ({ anyOf: [filter], ...branch }));
    return { anyOf: branches } as unknown as Where<TrainingSession>;
  }

  protected override async rows(tenant: Tenant, records: readonly TrainingSession[]): Promise<TrainingSessionRow[]> {
    if (!records.length) return [];
    const session_id = records.map((record) => record.session_id);
    const waiting = await this.countWaiting(tenant, session_id);
    const ownBookings = await this.findOwnBookings(tenant, session_id);
    return records.map((record) =>
      this.toSessionRow(tenant, record, {
        ...NO_BOOKING_INFO,
        ...ownBookings.get(record.session_id),
        waiting: waiting.get(record.session_id) ?? 0,
      }),
    );
  }

  /** Exports contain no waiting lists. */
  protected override exportRows(tenant: Tenant, records: readonly TrainingSession[]): TrainingSessionRow[] {
    return records.map((record) => this.toSessionRow(tenant, record, NO_BOOKING_INFO));
  }

  /** Sessions have no name; the title is the local start time. */
  override async titles(tenant: Tenant): Promise<ReadonlyMap<string, string>> {
    const titles = new Map<string, string>();
    const sessions = await this.context.records.findColumns(tenant, await this.restrictToVisible(tenant, {}), [
      'session_id',
      'starts_at',
    ]);
    for (const { session_id, starts_at } of sessions)
      titles.set(session_id, formatLocalTime(starts_at, tenant.time_zone));
    return titles;
  }

  protected override buildNewRecord(
    input: Partial<TrainingSession>,
    body: WriteOf<typeof trainingSessions>,
  ): Partial<TrainingSession> {
    return { ...super.buildNewRecord(input, body), turn: 0, seats_left: 0 };
  }

  /** @throws InvalidFieldsError */
  protected override async beforeCreate(tenant: Tenant, records: readonly Partial<TrainingSession>[]): Promise<void> {
    for (const record of records) validateTimeAndPlace(record as TrainingSession);
    await this.requireClassroomTrainings(
      tenant,
      records.map((record) => record.training_id!),
    );
    const locations = await this.requireOfferedLocations(
      tenant,
      records.flatMap(({ training_location_id }) => training_location_id ?? []),
    );
    for (const record of records) {
      record.seats ??= locations.get(record.training_location_id ?? '')?.seats ?? null;
      record.seats_left = seatCapacity({ seats: record.seats });
    }
  }

  protected override async beforeRead(tenant: Tenant, id: string): Promise<void> {
    await this.seats.lockRow(tenant, id);
  }

  /** @throws InvalidFieldsError, WrongStatusError, SessionOverlapError */
  protected override async beforeChange(tenant: Tenant, was: TrainingSession, input: Partial<TrainingSession>) {
    if (input.seats === null) input = { ...input, seats: await this.findLocationSeats({ ...was, ...input }, tenant) };
    const after = { ...was, ...input };
    const changeable = CHANGEABLE[was.status];
    if (changeable && !Object.keys(input).every((name) => changeable.includes(name)))
      throw new WrongStatusError('change', was.status);
    validateTimeAndPlace(after);
    if (input.training_location_id && input.training_location_id !== was.training_location_id)
      await this.requireOfferedLocations(tenant, [input.training_location_id]);
    if (after.starts_at !== was.starts_at || after.ends_at !== was.ends_at) await this.rejectOverlaps(tenant, after);
    const takenCount = takenSeats(was);
    if (seatCapacity(after) < takenCount)
      throw new InvalidFieldsError({
        seats: [
          fieldError('seats_booked', `Enter at least ${takenCount}; that many seats are booked.`, { min: takenCount }),
        ],
      });
    return { ...input, seats_left: seatCapacity(after) - takenCount };
  }

  protected override async afterChange(
    tenant: Tenant,
    was: TrainingSession,
    change: Partial<TrainingSession>,
  ): Promise<void> {
    const after = { ...was, ...change };
    if (after.status === 'cancelled') return;
    if (isRescheduled(was, after))
      await this.seats.publishNews(tenant, after, 'changed', await this.findParticipants(tenant, was.session_id));
    if (after.seats_left > was.seats_left) await this.seats.promoteWaiting(tenant, after, 0);
  }

  /** Seats of the location; null: no location or no limit. */
  private async findLocationSeats({ training_location_id }: TrainingSession, tenant: Tenant): Promise<number | null> {
    if (!training_location_id) return null;
    const [location] = await this.locations.find(tenant, { training_location_id });
    return location?.seats ?? null;
  }

  /** Staff ids with a seat or on the waiting list. */
  private async findParticipants(tenant: Tenant, session_id: string): Promise<string[]> {
    const records = await this.bookings.find(tenant, { session_id, state: ['booked', 'waiting'] });
    return records.map((each) => each.staff_id);
  }

  /** @throws InvalidFieldsError unless all are classroom trainings that are not archived */
  private async requireClassroomTrainings(tenant: Tenant, training_id: readonly string[]): Promise<void> {
    const ids = [...new Set(training_id)];
    const trainings = await this.trainings.find(tenant, { training_id: ids });
    if (trainings.length < ids.length) throw new UnknownReferenceError('training_id');
    if (trainings.some(({ type }) => type !== 'classroom'))
      throw new InvalidFieldsError({
        training_id: [fieldError('not_classroom', 'Choose a training of type classroom. Only these have sessions.')],
      });
    if (trainings.some(({ status }) => status === 'archived'))
      throw new InvalidFieldsError({
        training_id: [fieldError('archived', 'This training is archived. Choose another one.')],
      });
  }

  /** By id. @throws InvalidFieldsError if one is archived */
  private async requireOfferedLocations(
    tenant: Tenant,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, TrainingLocation>> {
    const training_location_id = [...new Set(ids)];
    const locations = await this.locations.find(tenant, { training_location_id });
    if (locations.some(({ status }) => status === 'archived'))
      throw new InvalidFieldsError({
        training_location_id: [fieldError('archived', 'This location is archived. Choose another one.')],
      });
    return new Map(locations.map((location) => [location.training_location_id, location]));
  }

  /** A new time must not overlap other sessions of the participants. @throws SessionOverlapError */
  private async rejectOverlaps(tenant: Tenant, after: TrainingSession): Promise<void> {
    const people = await this.findParticipants(tenant, after.session_id);
    await this.locks.acquire(tenant, people);
    const overlapping = await this.seats.findOverlapping(tenant, after, people);
    if (overlapping.length) throw new SessionOverlapError('starts_at', overlapping.length);
  }

  private async countWaiting(tenant: Tenant, session_id: string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.queries.rows<{ session_id: Uint8Array; n: number | string }>(tenant, WAITING_COUNTS_SQL, {
      session_id,
    });
    return new Map(rows.map((row) => [idFromBytes(row.session_id), Number(row.n)]));
  }

  private async findOwnBookings(
    tenant: Tenant,
    session_id: string[],
  ): Promise<ReadonlyMap<string, Partial<SessionBookingInfo>>> {
    const { staff_id } = tenant.actor;
    if (!staff_id) return new Map();
    type Row = { session_id: Uint8Array; state: SessionBooking['state']; place: number | string };
    const rows = await this.queries.rows<Row>(tenant, OWN_BOOKINGS_SQL, { session_id, staff_id });
    return new Map(
      rows.map(({ session_id: bytes, state, place }) => [
        idFromBytes(bytes),
        { own_state: state, own_place: state === 'waiting' ? Number(place) : null },
      ]),
    );
  }

  /** Learners see the online address only with a seat. */
  private toSessionRow(tenant: Tenant, record: TrainingSession, bookingInfo: SessionBookingInfo): TrainingSessionRow {
    const isHidden =
      tenant.actor.role === 'user' && (bookingInfo.own_state === null || bookingInfo.own_state === 'waiting');
    return rowOf(this.definition, record, {
      booked: takenSeats(record),
      ...bookingInfo,
      ...(isHidden && { online_url: null }),
    });
  }
}

/** Columns that may be changed by status; null: all. Held sessions may grow to mark more participants. */
const CHANGEABLE: Readonly<Record<SessionStatus, readonly string[] | null>> = {
  planned: null,
  held: ['note', 'trainer_id', 'seats'],
  cancelled: ['note', 'trainer_id'],
};

/** `2036-03-04 09:00` */
const formatLocalTime = (at: number, zone: string): string =>
  new Date(at + utcOffsetAt(at, zone)).toISOString().slice(0, 16).replace('T', ' ');

const isRescheduled = (was: TrainingSession, after: TrainingSession): boolean =>
  was.starts_at !== after.starts_at ||
  was.ends_at !== after.ends_at ||
  was.training_location_id !== after.training_location_id ||
  was.online_url !== after.online_url;

/** @throws InvalidFieldsError */
function validateTimeAndPlace(session: TrainingSession): void {
  if (session.ends_at <= session.starts_at)
    throw new InvalidFieldsError({
      ends_at: [fieldError('ends_before_start', 'The end is before the start. Enter a later time.')],
    });
  const hasLocation = Boolean(session.training_location_id);
  if (hasLocation === Boolean(session.online_url))
    throw new InvalidFieldsError({
      training_location_id: [
        fieldError('place_or_address', 'Enter either a location or the address of an online session, not both.'),
      ],
    });
  if (session.online_url && !session.online_url.startsWith('https://'))
    throw new InvalidFieldsError({ online_url: [fieldError('https', 'Enter an address that starts with https://.')] });
}
