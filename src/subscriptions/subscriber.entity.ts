import { Entity, ForeignKey, Index } from 'typeorm';
import { Choice, Day, Flag, IdKey, Instant, SortOf, Text, Whole } from '../platform/database/columns';
import { TenantRecord } from '../tenancy/tenant-record';

/**
 * A subscription of an organisation: one is current, the others are its history. Its status is a function of dates and
 * the customer's calendar (subscription-status.ts) and is not stored.
 */
@Entity('subscriber')
@Index(['current_of'], { unique: true })
@Index(['subs_expiry_date'])
@ForeignKey('SubscriptionPackage', ['subs_id'], ['subscription_id'], { onDelete: 'RESTRICT', onUpdate: 'RESTRICT' })
export class Subscriber extends TenantRecord {
  @IdKey()
  subscriber_id: string;

  /** customer_id while current, null in the history: the unique key keeps it to one. */
  @Whole({ nullable: true })
  current_of: number | null;

  /** The organisation's name, kept in step, so that platform staff can sort and search by it. */
  @Text(200)
  customer_name: string;

  @SortOf('customer_name', 200)
  customer_name_sort: string;

  /** The package. */
  @Whole()
  subs_id: number;

  @Text(100)
  subs_name: string;

  @Choice()
  subs_billing_plan: string;

  @Flag()
  trial: boolean;

  @Day()
  subs_activation_date: string;

  /** The last day on which it is valid. */
  @Day()
  subs_expiry_date: string;

  @Whole()
  bill_generate_before_days: number;

  @Whole()
  no_of_staff: number;

  @Whole()
  no_of_training: number;

  @Instant({ nullable: true })
  ended_at: number | null;
}
