import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../platform/clock';
import { idFromBytes } from '../platform/ids';
import { PEOPLE_LEFT } from '../staff/staff.events';
import { Announcements } from '../tenancy/announcements';
import type { Facts } from '../tenancy/jobs/job-facts';
import { JobKinds } from '../tenancy/jobs/job-kinds';
import { Jobs } from '../tenancy/jobs/jobs.service';
import type { Portion } from '../tenancy/jobs/portion';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import { SessionBookingsService } from './session-bookings.service';
import { ASSIGNMENTS_ENDED } from './training.events';

const KIND = 'free_places';

/** Of these people who has a place in a session to come, and left or has nothing to do there any more. */
const PLACES = `SELECT b.session_id AS session_id, b.staff_id AS staff_id FROM session_booking b
  JOIN training_session x ON x.customer_id = :customer_id AND x.session_id = b.session_id
  JOIN staff s ON s.customer_id = :customer_id AND s.staff_id = b.staff_id
  LEFT JOIN training_assignment a ON a.customer_id = :customer_id AND a.assignment_id = b.assignment_id
  WHERE b.customer_id = :customer_id AND b.staff_id IN (:staff_id) AND b.state IN ('booked', 'waiting')
    AND x.status = 'planned' AND x.starts_at > :now
    AND (s.status IN ('left', 'anonymised') OR a.assignment_id IS NULL OR a.state IN ('waived', 'removed'))
  ORDER BY b.session_id, b.asked_at, b.booking_id`;

interface Order {
  session_id: readonly string[];
  staff_id: readonly string[];
}
interface Place {
  session_id: string;
  staff_id: string;
}

/**
 * A place goes with its reason. Owed in the transaction that takes the reason away; sessions are held one after the other by
 * a job, for who is in one is changed by whoever holds it first (session-seats.ts).
 */
@Injectable()
export class FreePlaces implements OnModuleInit {
  constructor(
    private readonly bookings: SessionBookingsService,
    private readonly kinds: JobKinds,
    private readonly jobs: Jobs,
    private readonly queries: TenantQueries,
    private readonly announcements: Announcements,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.announcements.listen(PEOPLE_LEFT, (tenant, { staff_id }) => this.owe(tenant, staff_id));
    this.announcements.listen(ASSIGNMENTS_ENDED, (tenant, { staff_id }) => this.owe(tenant, staff_id));
    this.kinds.register<Order>(KIND, {
      lane: 'interactive',
      portion: (tenant, order, portion) => this.free(tenant, order, portion),
    });
  }

  private async owe(tenant: Tenant, staff_id: readonly string[]): Promise<void> {
    const places = await this.places(tenant, staff_id);
    if (!places.length) return;
    const order: Order = {
      session_id: [...new Set(places.map((place) => place.session_id))],
      staff_id: [...new Set(places.map((place) => place.staff_id))],
    };
    await this.jobs.enqueue(tenant, KIND, order, order.session_id.length);
  }

  /** One session a portion. */
  private async free(tenant: Tenant, order: Order, portion: Portion): Promise<Facts | null> {
    const at = Number(portion.mark?.['at'] ?? 0);
    const session_id = order.session_id[at];
    if (session_id) {
      await this.bookings.leaveGone(tenant, session_id, async () => {
        const places = await this.places(tenant, order.staff_id);
        return places.filter((place) => place.session_id === session_id).map((place) => place.staff_id);
      });
      portion.tell(1, []);
    }
    return at + 1 < order.session_id.length ? { at: at + 1 } : null;
  }

  private async places(tenant: Tenant, people: readonly string[]): Promise<Place[]> {
    const staff_id = [...new Set(people)];
    if (!staff_id.length) return [];
    type Row = { session_id: Uint8Array; staff_id: Uint8Array };
    const rows = await this.queries.rows<Row>(tenant, PLACES, { staff_id, now: this.clock.now() });
    return rows.map((row) => ({ session_id: idFromBytes(row.session_id), staff_id: idFromBytes(row.staff_id) }));
  }
}
