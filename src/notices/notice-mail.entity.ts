import { Entity, Index } from 'typeorm';
import type { NoticeMailState } from '../contract/notices';
import { Choice, CustomerKey, Day, IdKey, IdRef, Instant, Text } from '../platform/database/columns';

/** The one mail that a person gets on a day, whatever it tells of: the unique key decides. Kept as the log of what was sent. */
@Entity('notice_mail')
@Index(['customer_id', 'staff_id', 'day'], { unique: true })
@Index(['customer_id', 'state', 'notice_mail_id'])
@Index(['customer_id', 'created_at'])
export class NoticeMail {
  @CustomerKey()
  customer_id: number;

  @IdKey()
  notice_mail_id: string;

  @IdRef()
  staff_id: string;

  /** The organisation's day on which it was made. */
  @Day()
  day: string;

  /** Masked, for the log; it goes to where the person is reached when its turn comes. */
  @Text(254)
  address: string;

  /** By commas. */
  @Text(200)
  kinds: string;

  /** waiting → sent | failed (given up) | dropped (nothing of it was true any more) */
  @Choice()
  state: NoticeMailState;

  @Instant()
  created_at: number;

  @Instant({ nullable: true })
  settled_at: number | null;
}
