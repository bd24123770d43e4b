import { Entity, Index } from 'typeorm';
import { enrolmentRequests, type EnrolmentRequestState } from '../../contract/enrolment-requests.resource';
import {
  ChoiceColumn,
  PrimaryUuidColumn,
  UuidColumn,
  InstantColumn,
  VarcharColumn,
} from '../../infrastructure/database/columns';
import { Resource } from '../../tenancy/resource-metadata';
import { RefersTo, TenantRecord } from '../../tenancy/tenant-record';

/** One row per person and training; a new request reuses it. Earlier requests are in the audit trail. */
@Entity('enrolment_request')
@Resource(enrolmentRequests, { noun: 'enrolment request', named_by: ['staff_id', 'training_id'] })
@Index(['customer_id', 'training_id', 'staff_id'], { unique: true })
@Index(['customer_id', 'asked_at', 'enrolment_request_id'])
@Index(['customer_id', 'training_id', 'asked_at', 'enrolment_request_id'])
@Index(['customer_id', 'staff_id', 'asked_at', 'enrolment_request_id'])
@Index(['customer_id', 'state', 'asked_at', 'enrolment_request_id'])
@RefersTo('Training', 'training_id')
@RefersTo('Staff', 'staff_id')
export class EnrolmentRequest extends TenantRecord {
  @PrimaryUuidColumn()
  enrolment_request_id: string;

  @UuidColumn()
  training_id: string;

  @UuidColumn()
  staff_id: string;

  @ChoiceColumn()
  state: EnrolmentRequestState;

  @InstantColumn()
  asked_at: number;

  @InstantColumn({ nullable: true })
  decided_at: number | null;

  /** Account id. */
  @UuidColumn({ nullable: true })
  decided_by: string | null;

  @VarcharColumn(500, { nullable: true })
  decision_reason: string | null;
}
