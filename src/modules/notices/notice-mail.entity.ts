import { Entity, Index } from 'typeorm';
import type { NoticeMailState } from '../../contract/notices';
import {
  ChoiceColumn,
  PrimaryCustomerIdColumn,
  DayColumn,
  PrimaryUuidColumn,
  UuidColumn,
  InstantColumn,
  VarcharColumn,
} from '../../infrastructure/database/columns';

/** The mail of a person on a day; the unique key allows one. Also the log of sent mails. */
@Entity('notice_mail')
@Index(['customer_id', 'staff_id', 'day'], { unique: true })
@Index(['customer_id', 'state', 'notice_mail_id'])
@Index(['customer_id', 'created_at'])
export class NoticeMail {
  @PrimaryCustomerIdColumn()
  customer_id: number;

  @PrimaryUuidColumn()
  notice_mail_id: string;

  @UuidColumn()
  staff_id: string;

  /** Local day of the customer on which it was created. */
  @DayColumn()
  day: string;

  /** Masked, for the log; sending uses the current address. */
  @VarcharColumn(254)
  address: string;

  /** Comma-separated. */
  @VarcharColumn(200)
  kinds: string;

  /** waiting → sent | failed (given up) | dropped (no notice is still true) */
  @ChoiceColumn()
  state: NoticeMailState;

  @InstantColumn()
  created_at: number;

  @InstantColumn({ nullable: true })
  settled_at: number | null;
}
