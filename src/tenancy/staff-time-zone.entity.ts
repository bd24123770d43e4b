import { Entity } from 'typeorm';
import { CustomerKey, Text } from '../platform/database/columns';

/**
 * Time zones that staff of an organisation use or have used. Loaded with every session, so that local dates need no further
 * statement. Written by the staff module in the transaction that writes the staff.
 */
@Entity('staff_time_zone')
export class StaffTimeZone {
  @CustomerKey()
  customer_id: number;

  @Text(64, { primary: true })
  time_zone: string;
}

/** A column of a statement. @param customer whose: `c.customer_id`, or `?` */
export const staffTimeZonesColumn = (customer: string): string =>
  `(SELECT GROUP_CONCAT(z.time_zone) FROM staff_time_zone z WHERE z.customer_id = ${customer}) AS staff_time_zones`;
