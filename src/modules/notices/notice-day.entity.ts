import { Entity } from 'typeorm';
import { PrimaryCustomerIdColumn, DayColumn } from '../../infrastructure/database/columns';

/** The last local day whose notices of a customer are written. */
@Entity('notice_day')
export class NoticeDay {
  @PrimaryCustomerIdColumn()
  customer_id: number;

  @DayColumn()
  made_on: string;
}
