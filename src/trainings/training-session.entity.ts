import { Entity, Index } from 'typeorm';
import { trainingSessions, type SessionStatus } from '../contract/training-sessions.resource';
import { Choice, IdKey, IdRef, Instant, Text, Whole } from '../platform/database/columns';
import { Keeps } from '../tenancy/resources/kept';
import { RefersTo, TenantRecord } from '../tenancy/tenant-record';

/** When and where a classroom training is held; who is in it stands in session-booking.entity.ts. */
@Entity('training_session')
@Keeps(trainingSessions, { noun: 'session', named_by: ['training_id'] })
@Index(['customer_id', 'starts_at', 'session_id'])
@Index(['customer_id', 'training_id', 'starts_at', 'session_id'])
@Index(['customer_id', 'training_location_id', 'starts_at', 'session_id'])
@Index(['customer_id', 'trainer_id', 'starts_at', 'session_id'])
@Index(['customer_id', 'status', 'starts_at', 'session_id'])
@RefersTo('Training', 'training_id')
@RefersTo('TrainingLocation', 'training_location_id')
@RefersTo('Staff', 'staff_id', 'trainer_id')
export class TrainingSession extends TenantRecord {
  @IdKey()
  session_id: string;

  @IdRef()
  training_id: string;

  @Instant()
  starts_at: number;

  @Instant()
  ends_at: number;

  /** null: online. */
  @IdRef({ nullable: true })
  training_location_id: string | null;

  @Text(2000, { nullable: true })
  online_url: string | null;

  /** null: no limit. */
  @Whole({ nullable: true })
  seats: number | null;

  /** Seats that nobody has yet: taken by a guarded write (session-seats.ts). */
  @Whole()
  seats_left: number;

  /** Counted up first by whoever changes who is in it, so that they follow one another. */
  @Whole()
  turn: number;

  @IdRef({ nullable: true })
  trainer_id: string | null;

  @Text(1000, { nullable: true })
  note: string | null;

  @Choice()
  status: SessionStatus;
}
