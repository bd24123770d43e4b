import { Entity, Index } from 'typeorm';
import { supportMessages } from '../contract/support-messages.resource';
import { IdKey, IdRef, Instant, LongText, Text } from '../platform/database/columns';
import { Keeps } from '../tenancy/resources/kept';
import { TenantRecord } from '../tenancy/tenant-record';

/** Of customer 0: written by platform staff. The second index: platform staff read over all organisations. */
@Entity('support_message')
@Keeps(supportMessages, { noun: 'message', found_above_by: 'support_message_id' })
@Index(['support_message_id'])
@Index(['answered_at', 'support_message_id'])
export class SupportMessage extends TenantRecord {
  @IdKey()
  support_message_id: string;

  /** Who wrote; name and address below are as they were then. */
  @IdRef()
  account_id: string;

  @Text(200, { nullable: true })
  customer_name: string | null;

  @Text(254, { nullable: true })
  user_name: string | null;

  @Text(254, { nullable: true })
  reply_to: string | null;

  @Text(200)
  subject: string;

  @LongText()
  message: string;

  /** When platform staff marked it as answered; null: it waits. */
  @Instant({ nullable: true })
  answered_at: number | null;
}
