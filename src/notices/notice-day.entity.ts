import { Entity } from 'typeorm';
import { CustomerKey, Day } from '../platform/database/columns';

/** Up to which of its own days an organisation's notices are made. */
@Entity('notice_day')
export class NoticeDay {
  @CustomerKey()
  customer_id: number;

  @Day()
  made_on: string;
}
