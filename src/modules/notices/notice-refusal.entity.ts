import { Entity } from 'typeorm';
import { PrimaryCustomerIdColumn, UuidColumn, JsonColumn } from '../../infrastructure/database/columns';

/**
 * Notices that a person has switched off, as `<kind>.<channel>`; no row: none. No foreign key: preferences must not
 * block the deletion of staff.
 */
@Entity('notice_refusal')
export class NoticeRefusal {
  @PrimaryCustomerIdColumn()
  customer_id: number;

  @UuidColumn({ primary: true })
  staff_id: string;

  @JsonColumn()
  refused: readonly string[];
}
