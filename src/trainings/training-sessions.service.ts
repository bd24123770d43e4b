import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { SessionStatus, TrainingSessionRow, trainingSessions } from '../contract/training-sessions.resource';
import type { WriteOf } from '../contract/resource';
import { offsetAt } from '../platform/calendar';
import type { Where } from '../platform/database/where';
import { rowOf } from '../platform/definitions/row';
import { InvalidFields } from '../platform/errors/app-error';
import { fieldError } from '../platform/errors/field-error';
import { UnknownReference, WrongStatus } from '../platform/errors/record-errors';
import { idFromBytes } from '../platform/ids';
import { LedgerLocks } from '../staff/ledger-locks';
import { Announcements } from '../tenancy/announcements';
import { PartsOf, type ResourceParts } from '../tenancy/resources/resource-parts';
import { ResourceService } from '../tenancy/resources/resource-service';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { SessionBooking } from './session-booking.entity';
import { capacityOf, SessionSeats, takenOf } from './session-seats';
import { SessionOverlaps } from './session.errors';
import { TrainingLocation } from './training-location.entity';
import { Training } from './training.entity';
import { SESSIONS_OF } from './training.events';
import { TrainingSession } from './training-session.entity';

const WAITING = `SELECT b.session_id AS session_id, COUNT(*) AS n FROM session_booking b
  WHERE b.customer_id = :customer_id AND b.session_id IN (:session_id) AND b.state = 'waiting' GROUP BY b.session_id`;

/** The reader's own places; on a waiting list with how many stand there before them, and themselves. */
const OWN = `SELECT b.session_id AS session_id, b.state, (SELECT COUNT(*) FROM session_booking w
    WHERE w.customer_id = :customer_id AND w.session_id = b.session_id AND w.state = 'waiting' AND b.state = 'waiting'
      AND (w.asked_at < b.asked_at OR (w.asked_at = b.asked_at AND w.booking_id <= b.booking_id))) AS place
  FROM session_booking b WHERE b.customer_id = :customer_id AND b.session_id IN (:session_id) AND b.staff_id = :staff_id`;

type Looked = Pick<TrainingSessionRow, 'waiting' | 'own_state' | 'own_place'>;
const NOT_LOOKED: Looked = { waiting: null, own_state: null, own_place: null };

/** When and where classroom trainings are held. Who is in them: session-bookings.service.ts, session-attendance.service.ts. */
@Injectable()
export class TrainingSessionsService
  extends ResourceService<TrainingSession, typeof trainingSessions>
  implements OnModuleInit
{
  constructor(
    @PartsOf(TrainingSession) parts: ResourceParts<TrainingSession>,
    @Records(SessionBooking) private readonly bookings: TenantRepository<SessionBooking>,
    @Records(Training) private readonly trainings: TenantRepository<Training>,
    @Records(TrainingLocation) private readonly locations: TenantRepository<TrainingLocation>,
    private readonly seats: SessionSeats,
    private readonly locks: LedgerLocks,
    private readonly queries: TenantQueries,
    private readonly announcements: Announcements,
  ) {
    super(parts);
  }

  onModuleInit(): void {
    this.announcements.answer(SESSIONS_OF, (tenant, { training_id }) =>
      this.parts.records.count(tenant, { training_id }),
    );
  }

  /** Whoever is in it is told; it is held no more. @throws NotFound, WrongStatus */
  async cancel(tenant: Tenant, session_id: string): Promise<TrainingSessionRow> {
    await this.parts.transactions.run(async () => {
      const was = await this.seats.hold(tenant, session_id);
      const planned = { session_id, status: 'planned' as const };
      if (!(await this.parts.records.update(tenant, planned, { status: 'cancelled' })))
        throw new WrongStatus('cancel', was.status);
      await this.audit(tenant, 'cancel', session_id, { status: was.status }, { status: 'cancelled' });
      await this.seats.tell(tenant, was, 'cancelled', await this.inside(tenant, session_id));
    });
    return this.one(tenant, session_id);
  }

  /** A learner sees those of what is published, and those that they are in. */
  protected override async seen(tenant: Tenant, asked: Where<TrainingSession>): Promise<Where<TrainingSession>> {
    const { role, staff_id } = tenant.actor;
    if (role !== 'user') return asked;
    const published = this.trainings.chosen(tenant, { status: 'published' }, 'training_id');
    const own = staff_id ? [this.bookings.chosen(tenant, { staff_id }, 'session_id')] : [];
    const seen = [{ training_id: { among: published } }, ...own.map((among) => ({ session_id: { among } }))];
    const branches = seen.map((branch) => ({ anyOf: [asked], ...branch }));
    return { anyOf: branches } as unknown as Where<TrainingSession>;
  }

  protected override async rows(tenant: Tenant, records: readonly TrainingSession[]): Promise<TrainingSessionRow[]> {
    if (!records.length) return [];
    const session_id = records.map((record) => record.session_id);
    const waiting = await this.waitingOf(tenant, session_id);
    const own = await this.ownOf(tenant, session_id);
    return records.map((record) =>
      this.shown(tenant, record, {
        ...NOT_LOOKED,
        ...own.get(record.session_id),
        waiting: waiting.get(record.session_id) ?? 0,
      }),
    );
  }

  /** A file has no waiting lists. */
  protected override told(tenant: Tenant, records: readonly TrainingSession[]): TrainingSessionRow[] {
    return records.map((record) => this.shown(tenant, record, NOT_LOOKED));
  }

  /** By the day and hour there: one has no name. */
  override async titles(tenant: Tenant): Promise<ReadonlyMap<string, string>> {
    const titles = new Map<string, string>();
    const sessions = await this.parts.records.columnsOf(tenant, await this.seen(tenant, {}), [
      'session_id',
      'starts_at',
    ]);
    for (const { session_id, starts_at } of sessions) titles.set(session_id, shownAt(starts_at, tenant.time_zone));
    return titles;
  }

  protected override begun(
    given: Partial<TrainingSession>,
    body: WriteOf<typeof trainingSessions>,
  ): Partial<TrainingSession> {
    return { ...super.begun(given, body), turn: 0, seats_left: 0 };
  }

  /** @throws InvalidFields */
  protected override async beforeCreate(tenant: Tenant, made: readonly Partial<TrainingSession>[]): Promise<void> {
    for (const record of made) refuseWhenAndWhere(record as TrainingSession);
    await this.refuseOthers(
      tenant,
      made.map((record) => record.training_id!),
    );
    const locations = await this.offered(
      tenant,
      made.flatMap(({ training_location_id }) => training_location_id ?? []),
    );
    for (const record of made) {
      record.seats ??= locations.get(record.training_location_id ?? '')?.seats ?? null;
      record.seats_left = capacityOf({ seats: record.seats });
    }
  }

  protected override async beforeReading(tenant: Tenant, id: string): Promise<void> {
    await this.seats.turn(tenant, id);
  }

  /** @throws InvalidFields, WrongStatus, SessionOverlaps */
  protected override async beforeChange(tenant: Tenant, was: TrainingSession, given: Partial<TrainingSession>) {
    if (given.seats === null) given = { ...given, seats: await this.seatsOf({ ...was, ...given }, tenant) };
    const after = { ...was, ...given };
    const changeable = CHANGEABLE[was.status];
    if (changeable && !Object.keys(given).every((name) => changeable.includes(name)))
      throw new WrongStatus('change', was.status);
    refuseWhenAndWhere(after);
    if (given.training_location_id && given.training_location_id !== was.training_location_id)
      await this.offered(tenant, [given.training_location_id]);
    if (after.starts_at !== was.starts_at || after.ends_at !== was.ends_at) await this.refuseOverlaps(tenant, after);
    const taken = takenOf(was);
    if (capacityOf(after) < taken)
      throw new InvalidFields({
        seats: [fieldError('seats_booked', `Enter at least ${taken}; that many seats are booked.`, { min: taken })],
      });
    return { ...given, seats_left: capacityOf(after) - taken };
  }

  protected override async afterChange(
    tenant: Tenant,
    was: TrainingSession,
    change: Partial<TrainingSession>,
  ): Promise<void> {
    const after = { ...was, ...change };
    if (after.status === 'cancelled') return;
    if (isElsewhere(was, after))
      await this.seats.tell(tenant, after, 'changed', await this.inside(tenant, was.session_id));
    if (after.seats_left > was.seats_left) await this.seats.pass(tenant, after, 0);
  }

  /** As many as the location has; null: it has no limit, or there is none. */
  private async seatsOf({ training_location_id }: TrainingSession, tenant: Tenant): Promise<number | null> {
    if (!training_location_id) return null;
    const [location] = await this.locations.find(tenant, { training_location_id });
    return location?.seats ?? null;
  }

  /** Whoever has a seat or waits for one. */
  private async inside(tenant: Tenant, session_id: string): Promise<string[]> {
    const found = await this.bookings.find(tenant, { session_id, state: ['booked', 'waiting'] });
    return found.map((each) => each.staff_id);
  }

  /** @throws InvalidFields when one of them is no classroom training of today */
  private async refuseOthers(tenant: Tenant, training_id: readonly string[]): Promise<void> {
    const asked = [...new Set(training_id)];
    const found = await this.trainings.find(tenant, { training_id: asked });
    if (found.length < asked.length) throw new UnknownReference('training_id');
    if (found.some(({ type }) => type !== 'classroom'))
      throw new InvalidFields({
        training_id: [fieldError('not_classroom', 'Choose a training of type classroom. Only these have sessions.')],
      });
    if (found.some(({ status }) => status === 'archived'))
      throw new InvalidFields({
        training_id: [fieldError('archived', 'This training is archived. Choose another one.')],
      });
  }

  /** By their ids. @throws InvalidFields */
  private async offered(tenant: Tenant, ids: readonly string[]): Promise<ReadonlyMap<string, TrainingLocation>> {
    const training_location_id = [...new Set(ids)];
    const found = await this.locations.find(tenant, { training_location_id });
    if (found.some(({ status }) => status === 'archived'))
      throw new InvalidFields({
        training_location_id: [fieldError('archived', 'This location is archived. Choose another one.')],
      });
    return new Map(found.map((location) => [location.training_location_id, location]));
  }

  /** Whoever is in it keeps their other sessions of the training. @throws SessionOverlaps */
  private async refuseOverlaps(tenant: Tenant, after: TrainingSession): Promise<void> {
    const people = await this.inside(tenant, after.session_id);
    await this.locks.take(tenant, people);
    const elsewhere = await this.seats.elsewhere(tenant, after, people);
    if (elsewhere.length) throw new SessionOverlaps('starts_at', elsewhere.length);
  }

  private async waitingOf(tenant: Tenant, session_id: string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.queries.rows<{ session_id: Uint8Array; n: number | string }>(tenant, WAITING, {
      session_id,
    });
    return new Map(rows.map((row) => [idFromBytes(row.session_id), Number(row.n)]));
  }

  private async ownOf(tenant: Tenant, session_id: string[]): Promise<ReadonlyMap<string, Partial<Looked>>> {
    const { staff_id } = tenant.actor;
    if (!staff_id) return new Map();
    type Row = { session_id: Uint8Array; state: SessionBooking['state']; place: number | string };
    const rows = await this.queries.rows<Row>(tenant, OWN, { session_id, staff_id });
    return new Map(
      rows.map(({ session_id: bytes, state, place }) => [
        idFromBytes(bytes),
        { own_state: state, own_place: state === 'waiting' ? Number(place) : null },
      ]),
    );
  }

  /** Where it is online is told to learners who have a seat. */
  private shown(tenant: Tenant, record: TrainingSession, looked: Looked): TrainingSessionRow {
    const isHidden = tenant.actor.role === 'user' && (looked.own_state === null || looked.own_state === 'waiting');
    return rowOf(this.definition, record, {
      ...{ booked: takenOf(record), ...looked },
      ...(isHidden && { online_url: null }),
    });
  }
}

/** What is still changed in it; null: everything. Seats of a held one: more people came than it had, and are to be marked. */
const CHANGEABLE: Readonly<Record<SessionStatus, readonly string[] | null>> = {
  planned: null,
  held: ['note', 'trainer_id', 'seats'],
  cancelled: ['note', 'trainer_id'],
};

/** `2036-03-04 09:00` */
const shownAt = (at: number, zone: string): string =>
  new Date(at + offsetAt(at, zone)).toISOString().slice(0, 16).replace('T', ' ');

/** Another time or another place. */
const isElsewhere = (was: TrainingSession, after: TrainingSession): boolean =>
  was.starts_at !== after.starts_at ||
  was.ends_at !== after.ends_at ||
  was.training_location_id !== after.training_location_id ||
  was.online_url !== after.online_url;

/** @throws InvalidFields */
function refuseWhenAndWhere(session: TrainingSession): void {
  if (session.ends_at <= session.starts_at)
    throw new InvalidFields({
      ends_at: [fieldError('ends_before_start', 'The end is before the start. Enter a later time.')],
    });
  const isPlaced = Boolean(session.training_location_id);
  if (isPlaced === Boolean(session.online_url))
    throw new InvalidFields({
      training_location_id: [
        fieldError('place_or_address', 'Enter either a location or the address of an online session, not both.'),
      ],
    });
  if (session.online_url && !session.online_url.startsWith('https://'))
    throw new InvalidFields({ online_url: [fieldError('https', 'Enter an address that starts with https://.')] });
}
