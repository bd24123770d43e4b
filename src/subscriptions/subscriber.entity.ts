import { Entity, ForeignKey, Index } from 'typeorm';
import { subscribers } from '../contract/subscribers.resource';
import { Choice, Day, Flag, IdKey, Instant, SortOf, Text, Whole } from '../platform/database/columns';
import { Keeps } from '../tenancy/resources/kept';
import { TenantRecord } from '../tenancy/tenant-record';

/**
 * A subscription of an organisation: one is current, the others are its history. Its status is a function of dates and
 * the customer's calendar (subscription-status.ts) and is not stored.
 */
@Entity('subscriber')
@Keeps(subscribers, { noun: 'subscription', found_above_by: 'subscriber_id' })
@Index(['current_of'], { unique: true })
@Index(['subscriber_id'])
@Index(['customer_name_sort', 'subscriber_id'])
@Index(['subs_id', 'subscriber_id'])
@Index(['subs_name', 'subscriber_id'])
@Index(['subs_billing_plan', 'subscriber_id'])
@Index(['subs_activation_date', 'subscriber_id'])
@Index(['subs_expiry_date', 'subscriber_id'])
@Index(['bill_generate_before_days', 'subscriber_id'])
@Index(['no_of_staff', 'subscriber_id'])
@Index(['no_of_training', 'subscriber_id'])
// What each is today is found by: subscriber-list.ts.
@Index(['customer_status', 'subs_expiry_date', 'subscriber_id'])
@Index(['standing', 'subs_expiry_date', 'subscriber_id'])
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

  /** The organisation's own status (A, S, C) and calendar, kept in step, so that each row says what it is today. */
  @Choice({ otherwise: 'A' })
  customer_status: string;

  @Text(64, { otherwise: 'UTC' })
  time_zone: string;

  /** trial | paid; empty while the organisation is not open. By one column, so that no two indexes look alike to a plan. */
  @Choice({ nullable: true })
  standing: string | null;

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
