import { Entity, Index } from 'typeorm';
import {
  PrimaryCustomerIdColumn,
  PrimaryUuidColumn,
  UuidColumn,
  InstantColumn,
  VarcharColumn,
  IntegerColumn,
} from '../../infrastructure/database/columns';
import { RefersTo } from '../../tenancy/tenant-record';

/** Extra minutes of one person at one quiz. Earlier values are in the audit trail. */
@Entity('quiz_extra_time')
@Index(['customer_id', 'staff_id'])
@RefersTo('Quiz', 'quiz_id')
@RefersTo('Staff', 'staff_id')
export class ExtraTime {
  @PrimaryCustomerIdColumn()
  customer_id: number;

  @PrimaryUuidColumn()
  quiz_id: string;

  @PrimaryUuidColumn()
  staff_id: string;

  @IntegerColumn()
  minutes: number;

  @VarcharColumn(500)
  reason: string;

  @InstantColumn()
  given_at: number;

  /** null: the system. */
  @UuidColumn({ nullable: true })
  given_by: string | null;
}
