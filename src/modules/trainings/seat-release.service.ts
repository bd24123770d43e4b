import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { idFromBytes } from '../../common/ids';
import { STAFF_LEFT } from '../staff/staff.events';
import { DomainEventBus } from '../../tenancy/domain-event-bus';
import type { JobDetails } from '../background-jobs/job-details';
import { JobKindRegistry } from '../background-jobs/job-kind.registry';
import { JobsService } from '../background-jobs/jobs.service';
import type { JobBatch } from '../background-jobs/job-batch';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';
import { SessionBookingsService } from './session-bookings.service';
import { ASSIGNMENTS_ENDED } from './training.events';

const KIND = 'free_places';

/** Seats in planned sessions of people who left or have no open assignment any more. */
const OBSOLETE_SEATS_SQL = `SELECT b.session_id AS session_id, b.staff_id AS staff_id FROM session_booking b
  JOIN training_session x ON x.customer_id = :customer_id AND x.session_id = b.session_id
  JOIN staff s ON s.customer_id = :customer_id AND s.staff_id = b.staff_id
  LEFT JOIN training_assignment a ON a.customer_id = :customer_id AND a.assignment_id = b.assignment_id
  WHERE b.customer_id = :customer_id AND b.staff_id IN (:staff_id) AND b.state IN ('booked', 'waiting')
    AND x.status = 'planned' AND x.starts_at > :now
    AND (s.status IN ('left', 'anonymised') OR a.assignment_id IS NULL OR a.state IN ('waived', 'removed'))
  ORDER BY b.session_id, b.asked_at, b.booking_id`;

interface SeatReleasePayload {
  session_id: readonly string[];
  staff_id: readonly string[];
}
interface SeatRow {
  session_id: string;
  staff_id: string;
}

/**
 * Releases seats of people who left or lost the assignment. Enqueued in the transaction of that change; a job then
 * locks one session at a time (session-seat.service.ts).
 */
@Injectable()
export class SeatReleaseService implements OnModuleInit {
  constructor(
    private readonly bookings: SessionBookingsService,
    private readonly kinds: JobKindRegistry,
    private readonly jobsService: JobsService,
    private readonly queries: TenantQueries,
    private readonly eventBus: DomainEventBus,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.eventBus.listen(STAFF_LEFT, (tenant, { staff_id }) => this.enqueueRelease(tenant, staff_id));
    this.eventBus.listen(ASSIGNMENTS_ENDED, (tenant, { staff_id }) => this.enqueueRelease(tenant, staff_id));
    this.kinds.register<SeatReleasePayload>(KIND, {
      lane: 'interactive',
      runBatch: (tenant, payload, portion) => this.releaseSession(tenant, payload, portion),
    });
  }

  private async enqueueRelease(tenant: Tenant, staff_id: readonly string[]): Promise<void> {
    const obsoleteSeats = await this.obsoleteSeats(tenant, staff_id);
    if (!obsoleteSeats.length) return;
    const payload: SeatReleasePayload = {
      session_id: [...new Set(obsoleteSeats.map((seat) => seat.session_id))],
      staff_id: [...new Set(obsoleteSeats.map((seat) => seat.staff_id))],
    };
    await this.jobsService.enqueue(tenant, KIND, payload, payload.session_id.length);
  }

  /** One session per portion. */
  private async releaseSession(
    tenant: Tenant,
    payload: SeatReleasePayload,
    jobBatch: JobBatch,
  ): Promise<JobDetails | null> {
    const at = Number(jobBatch.mark?.['at'] ?? 0);
    const session_id = payload.session_id[at];
    if (session_id) {
      await this.bookings.cancelObsolete(tenant, session_id, async () => {
        const obsoleteSeats = await this.obsoleteSeats(tenant, payload.staff_id);
        return obsoleteSeats.filter((seat) => seat.session_id === session_id).map((seat) => seat.staff_id);
      });
      jobBatch.report(1, []);
    }
    return at + 1 < payload.session_id.length ? { at: at + 1 } : null;
  }

  private async obsoleteSeats(tenant: Tenant, staffIds: readonly string[]): Promise<SeatRow[]> {
    const staff_id = [...new Set(staffIds)];
    if (!staff_id.length) return [];
    type Row = { session_id: Uint8Array; staff_id: Uint8Array };
    const rows = await this.queries.rows<Row>(tenant, OBSOLETE_SEATS_SQL, { staff_id, now: this.clock.now() });
    return rows.map((row) => ({ session_id: idFromBytes(row.session_id), staff_id: idFromBytes(row.staff_id) }));
  }
}
