import { Entity } from 'typeorm';
import { PrimaryCustomerIdColumn, VarcharColumn } from '../infrastructure/database/columns';

/**
 * Time zones that staff of a customer use or have used. Read with every session, so that local dates need no further
 * statement. Written by the staff module in the transaction that writes the staff record.
 */
@Entity('staff_time_zone')
export class StaffTimeZone {
  @PrimaryCustomerIdColumn()
  customer_id: number;

  @VarcharColumn(64, { primary: true })
  time_zone: string;
}

/** SQL column. @param customer `c.customer_id`, or `?` */
export const staffTimeZonesColumn = (customer: string): string =>
  `(SELECT GROUP_CONCAT(z.time_zone) FROM staff_time_zone z WHERE z.customer_id = ${customer}) AS staff_time_zones`;
