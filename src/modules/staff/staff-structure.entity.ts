import { Entity } from 'typeorm';
import { PrimaryCustomerIdColumn, IntegerColumn } from '../../infrastructure/database/columns';

/**
 * Lock row, one per customer: every change of managers increments `version` first, so changes run one after another.
 */
@Entity('staff_structure')
export class StaffStructure {
  @PrimaryCustomerIdColumn()
  customer_id: number;

  @IntegerColumn()
  version: number;
}
