import { Entity, Index } from 'typeorm';
import { PrimaryCustomerIdColumn, PrimaryUuidColumn } from '../infrastructure/database/columns';

/**
 * Reporting lines: all staff below a manager, at any depth, and the manager. A projection of `staff.manager_id`,
 * written by the staff module in the same transaction and read with every session and query (row-scope.ts). Staff
 * without reports have no row of their own. Projections have no foreign keys.
 */
@Entity('staff_line')
@Index(['customer_id', 'staff_id', 'manager_id'])
export class StaffLine {
  @PrimaryCustomerIdColumn()
  customer_id: number;

  @PrimaryUuidColumn()
  manager_id: string;

  @PrimaryUuidColumn()
  staff_id: string;
}
