import { Entity } from 'typeorm';
import { CustomerKey, Day } from '../platform/database/columns';

/** Up to which of its own days an organisation's completions are looked through for what runs out. */
@Entity('renewal_day')
export class RenewalDay {
  @CustomerKey()
  customer_id: number;

  @Day()
  swept_on: string;
}
