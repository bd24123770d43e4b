import { Entity } from 'typeorm';
import { CustomerKey, Text } from '../platform/database/columns';

/**
 * The time zones that staff of an organisation have or had of their own: read with every session, so that whose day is over
 * costs no further statement. Written by the floor that has the staff, with the staff.
 */
@Entity('staff_time_zone')
export class StaffTimeZone {
  @CustomerKey()
  customer_id: number;

  @Text(64, { primary: true })
  time_zone: string;
}

/** A column of a statement. @param customer whose: `c.customer_id`, or `?` */
export const staffTimeZones = (customer: string): string =>
  `(SELECT GROUP_CONCAT(z.time_zone) FROM staff_time_zone z WHERE z.customer_id = ${customer}) AS staff_time_zones`;
