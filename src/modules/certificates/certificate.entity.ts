import { Entity, Index } from 'typeorm';
import { certificates, CERTIFICATE_CODE_LENGTH, type CertificateState } from '../../contract/certificates.resource';
import {
  ChoiceColumn,
  DayColumn,
  PrimaryUuidColumn,
  UuidColumn,
  InstantColumn,
  VarcharColumn,
  IntegerColumn,
} from '../../infrastructure/database/columns';
import { Resource } from '../../tenancy/resource-metadata';
import { RefersTo, TenantRecord } from '../../tenancy/tenant-record';

/**
 * A certificate for a completed cycle. The unique key of assignment and completion prevents duplicates by concurrent
 * issuers. The content is a copy, so later changes of names or rules do not apply.
 */
@Entity('certificate')
@Resource(certificates, { noun: 'certificate' })
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
  @PrimaryUuidColumn()
  certificate_id: string;

  /** `2026-000123`: per customer and year of issue, without gaps. */
  @VarcharColumn(20)
  number: string;

  @UuidColumn()
  staff_id: string;

  @UuidColumn()
  training_id: string;

  /** The cycle. No foreign key, as in attempts. */
  @UuidColumn()
  assignment_id: string;

  /** Number of the completion within the cycle. */
  @IntegerColumn({ defaultTo: '1' })
  completion_no: number;

  @VarcharColumn(201)
  staff_name: string;

  @VarcharColumn(200)
  training_name: string;

  @VarcharColumn(200)
  organisation_name: string;

  @IntegerColumn()
  cycle: number;

  /** Calendar day of the customer. */
  @DayColumn()
  completed_on: string;

  /** The last valid day (modules/skills/validity.ts); null: unlimited. */
  @DayColumn({ nullable: true })
  valid_until: string | null;

  @InstantColumn()
  issued_at: number;

  /** 8182 for 81.82; null: no quiz. */
  @IntegerColumn({ nullable: true })
  score_hundredths: number | null;

  @ChoiceColumn()
  state: CertificateState;

  /** Unguessable and unique in the whole system: verification needs nothing else. */
  @VarcharColumn(CERTIFICATE_CODE_LENGTH)
  code: string;
}
