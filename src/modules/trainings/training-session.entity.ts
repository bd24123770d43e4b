import { Entity, Index } from 'typeorm';
import { trainingSessions, type SessionStatus } from '../../contract/training-sessions.resource';
import {
  ChoiceColumn,
  PrimaryUuidColumn,
  UuidColumn,
  InstantColumn,
  VarcharColumn,
  IntegerColumn,
} from '../../infrastructure/database/columns';
import { Resource } from '../../tenancy/resource-metadata';
import { RefersTo, TenantRecord } from '../../tenancy/tenant-record';

/** A scheduled session of a classroom training; participants are in session-booking.entity.ts. */
@Entity('training_session')
@Resource(trainingSessions, { noun: 'session', named_by: ['training_id'] })
@Index(['customer_id', 'starts_at', 'session_id'])
@Index(['customer_id', 'training_id', 'starts_at', 'session_id'])
@Index(['customer_id', 'training_location_id', 'starts_at', 'session_id'])
@Index(['customer_id', 'trainer_id', 'starts_at', 'session_id'])
@Index(['customer_id', 'status', 'starts_at', 'session_id'])
@RefersTo('Training', 'training_id')
@RefersTo('TrainingLocation', 'training_location_id')
@RefersTo('Staff', 'staff_id', 'trainer_id')
export class TrainingSession extends TenantRecord {
  @PrimaryUuidColumn()
  session_id: string;

  @UuidColumn()
  training_id: string;

  @InstantColumn()
  starts_at: number;

  @InstantColumn()
  ends_at: number;

  /** null: online. */
  @UuidColumn({ nullable: true })
  training_location_id: string | null;

  @VarcharColumn(2000, { nullable: true })
  online_url: string | null;

  /** null: no limit. */
  @IntegerColumn({ nullable: true })
  seats: number | null;

  /** Counter of free seats, changed by conditional updates (session-seat.service.ts). */
  @IntegerColumn()
  seats_left: number;

  /** Lock counter: every change of bookings increments it first. */
  @IntegerColumn()
  turn: number;

  @UuidColumn({ nullable: true })
  trainer_id: string | null;

  @VarcharColumn(1000, { nullable: true })
  note: string | null;

  @ChoiceColumn()
  status: SessionStatus;
}
