import { Entity } from 'typeorm';
import { PrimaryCustomerIdColumn, DayColumn } from '../../infrastructure/database/columns';

/** The customer's local day up to which renewals were processed. */
@Entity('renewal_day')
export class RenewalDay {
  @PrimaryCustomerIdColumn()
  customer_id: number;

  @DayColumn()
  swept_on: string;
}
