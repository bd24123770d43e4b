import { Entity, Index } from 'typeorm';
import { enrolmentRequests, type EnrolmentRequestState } from '../contract/enrolment-requests.resource';
import { Choice, IdKey, IdRef, Instant, Text } from '../platform/database/columns';
import { Keeps } from '../tenancy/resources/kept';
import { RefersTo, TenantRecord } from '../tenancy/tenant-record';

/**
 * One person and one training: the unique key decides, so asking twice is safe. Asked again after its end the same row waits
 * anew; the audit trail tells of what was before.
 */
@Entity('enrolment_request')
@Keeps(enrolmentRequests, { noun: 'enrolment request', named_by: ['staff_id', 'training_id'] })
@Index(['customer_id', 'training_id', 'staff_id'], { unique: true })
@Index(['customer_id', 'asked_at', 'enrolment_request_id'])
@Index(['customer_id', 'training_id', 'asked_at', 'enrolment_request_id'])
@Index(['customer_id', 'staff_id', 'asked_at', 'enrolment_request_id'])
@Index(['customer_id', 'state', 'asked_at', 'enrolment_request_id'])
@RefersTo('Training', 'training_id')
@RefersTo('Staff', 'staff_id')
export class EnrolmentRequest extends TenantRecord {
  @IdKey()
  enrolment_request_id: string;

  @IdRef()
  training_id: string;

  @IdRef()
  staff_id: string;

  @Choice()
  state: EnrolmentRequestState;

  @Instant()
  asked_at: number;

  @Instant({ nullable: true })
  decided_at: number | null;

  /** An account. */
  @IdRef({ nullable: true })
  decided_by: string | null;

  @Text(500, { nullable: true })
  decision_reason: string | null;
}
