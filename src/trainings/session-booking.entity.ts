import { Entity, Index } from 'typeorm';
import { sessionBookings } from '../contract/session-bookings.resource';
import type { BookingState } from '../contract/training-sessions.resource';
import { Choice, IdKey, IdRef, Instant } from '../platform/database/columns';
import { Keeps } from '../tenancy/resources/kept';
import { RefersTo, TenantRecord } from '../tenancy/tenant-record';

/** One person in one session: the unique key decides. Whoever cancels has no row; the audit trail tells of it. */
@Entity('session_booking')
@Keeps(sessionBookings, { noun: 'booking', named_by: ['staff_id', 'training_id'] })
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
  @IdKey()
  booking_id: string;

  @IdRef()
  session_id: string;

  @IdRef()
  training_id: string;

  @IdRef()
  staff_id: string;

  /** The cycle that attending it counts for. No foreign key, as of an attempt. */
  @IdRef()
  assignment_id: string;

  @Choice()
  state: BookingState;

  @Instant()
  asked_at: number;

  /** The session's end, or when it was marked before that. */
  @Instant({ nullable: true })
  attended_at: number | null;
}
