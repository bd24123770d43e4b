import { Entity, Index } from 'typeorm';
import { sessionBookings } from '../../contract/session-bookings.resource';
import type { BookingState } from '../../contract/training-sessions.resource';
import { ChoiceColumn, PrimaryUuidColumn, UuidColumn, InstantColumn } from '../../infrastructure/database/columns';
import { Resource } from '../../tenancy/resource-metadata';
import { RefersTo, TenantRecord } from '../../tenancy/tenant-record';

/** One person in one session. Cancelling deletes the row; the audit trail keeps it. */
@Entity('session_booking')
@Resource(sessionBookings, { noun: 'booking', named_by: ['staff_id', 'training_id'] })
@Index(['customer_id', 'session_id', 'staff_id'], { unique: true })
@Index(['customer_id', 'session_id', 'asked_at', 'booking_id'])
@Index(['customer_id', 'session_id', 'state', 'asked_at', 'booking_id'])
@Index(['customer_id', 'staff_id', 'asked_at', 'booking_id'])
@Index(['customer_id', 'training_id', 'asked_at', 'booking_id'])
@Index(['customer_id', 'state', 'asked_at', 'booking_id'])
@Index(['customer_id', 'asked_at', 'booking_id'])
@Index(['customer_id', 'assignment_id'])
@RefersTo('TrainingSession', 'session_id')
@RefersTo('Training', 'training_id')
@RefersTo('Staff', 'staff_id')
export class SessionBooking extends TenantRecord {
  @PrimaryUuidColumn()
  booking_id: string;

  @UuidColumn()
  session_id: string;

  @UuidColumn()
  training_id: string;

  @UuidColumn()
  staff_id: string;

  /** The cycle that the attendance counts for. No foreign key, like attempts. */
  @UuidColumn()
  assignment_id: string;

  @ChoiceColumn()
  state: BookingState;

  @InstantColumn()
  asked_at: number;

  /** The session's end, or the time of marking if earlier. */
  @InstantColumn({ nullable: true })
  attended_at: number | null;
}
