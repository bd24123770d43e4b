import { Entity, Index } from 'typeorm';
import { supportMessages } from '../../contract/support-messages.resource';
import {
  PrimaryUuidColumn,
  UuidColumn,
  InstantColumn,
  LongTextColumn,
  VarcharColumn,
} from '../../infrastructure/database/columns';
import { Resource } from '../../tenancy/resource-metadata';
import { TenantRecord } from '../../tenancy/tenant-record';

/** Customer 0: written by platform staff. The second index serves platform staff, who read across customers. */
@Entity('support_message')
@Resource(supportMessages, { noun: 'message', found_above_by: 'support_message_id' })
@Index(['support_message_id'])
@Index(['answered_at', 'support_message_id'])
export class SupportMessage extends TenantRecord {
  @PrimaryUuidColumn()
  support_message_id: string;

  /** Author; the name and address below are as of the time of writing. */
  @UuidColumn()
  account_id: string;

  @VarcharColumn(200, { nullable: true })
  customer_name: string | null;

  @VarcharColumn(254, { nullable: true })
  user_name: string | null;

  @VarcharColumn(254, { nullable: true })
  reply_to: string | null;

  @VarcharColumn(200)
  subject: string;

  @LongTextColumn()
  message: string;

  /** null: not answered yet. */
  @InstantColumn({ nullable: true })
  answered_at: number | null;
}
