import { Entity, Index } from 'typeorm';
import { certificates, CODE_LENGTH, type CertificateState } from '../contract/certificates.resource';
import { Choice, Day, IdKey, IdRef, Instant, Text, Whole } from '../platform/database/columns';
import { Keeps } from '../tenancy/resources/kept';
import { RefersTo, TenantRecord } from '../tenancy/tenant-record';

/**
 * What somebody gets for a completed cycle. The unique key of the assignment decides that it is one, whoever issues at the
 * same moment; what it says is a copy, so that no later name or rule changes it.
 */
@Entity('certificate')
@Keeps(certificates, { noun: 'certificate' })
@Index(['customer_id', 'assignment_id', 'completion_no'], { unique: true })
@Index(['customer_id', 'number'], { unique: true })
@Index(['customer_id', 'number', 'certificate_id'])
@Index(['code'], { unique: true })
@Index(['customer_id', 'staff_id', 'issued_at', 'certificate_id'])
@Index(['customer_id', 'training_id', 'issued_at', 'certificate_id'])
@Index(['customer_id', 'issued_at', 'certificate_id'])
@Index(['customer_id', 'valid_until', 'certificate_id'])
@Index(['customer_id', 'state', 'certificate_id'])
@RefersTo('Staff', 'staff_id')
@RefersTo('Training', 'training_id')
export class Certificate extends TenantRecord {
  @IdKey()
  certificate_id: string;

  /** `2026-000123`: of the organisation and the year of issue, without gaps. */
  @Text(20)
  number: string;

  @IdRef()
  staff_id: string;

  @IdRef()
  training_id: string;

  /** The cycle. No foreign key, as of an attempt. */
  @IdRef()
  assignment_id: string;

  /** Which completion of the cycle. */
  @Whole({ otherwise: '1' })
  completion_no: number;

  @Text(201)
  staff_name: string;

  @Text(200)
  training_name: string;

  @Text(200)
  organisation_name: string;

  @Whole()
  cycle: number;

  /** The organisation's day. */
  @Day()
  completed_on: string;

  /** The last valid day (skills/validity.ts); null for ever. */
  @Day({ nullable: true })
  valid_until: string | null;

  @Instant()
  issued_at: number;

  /** 8182 for 81.82; null: there was no quiz. */
  @Whole({ nullable: true })
  score_hundredths: number | null;

  @Choice()
  state: CertificateState;

  /** Unguessable, and unique in the whole system: it is all that whoever verifies has. */
  @Text(CODE_LENGTH)
  code: string;
}
