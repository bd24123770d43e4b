import { Entity, ForeignKey, Index } from 'typeorm';
import { subscribers } from '../../contract/subscribers.resource';
import {
  ChoiceColumn,
  DayColumn,
  BooleanColumn,
  PrimaryUuidColumn,
  InstantColumn,
  SortKeyColumn,
  VarcharColumn,
  IntegerColumn,
} from '../../infrastructure/database/columns';
import { Resource } from '../../tenancy/resource-metadata';
import { TenantRecord } from '../../tenancy/tenant-record';

/**
 * A subscription of a customer: one is current, the others are history. The status is computed from the dates and the
 * customer's time zone (subscription-status.ts) and not stored.
 */
@Entity('subscriber')
@Resource(subscribers, { noun: 'subscription', found_above_by: 'subscriber_id' })
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
// For filters by status (subscriber-list.query.ts).
@Index(['customer_status', 'subs_expiry_date', 'subscriber_id'])
@Index(['standing', 'subs_expiry_date', 'subscriber_id'])
@ForeignKey('SubscriptionPackage', ['subs_id'], ['subscription_id'], { onDelete: 'RESTRICT', onUpdate: 'RESTRICT' })
export class Subscriber extends TenantRecord {
  @PrimaryUuidColumn()
  subscriber_id: string;

  /** customer_id while current, else null; the unique key allows one current subscription per customer. */
  @IntegerColumn({ nullable: true })
  current_of: number | null;

  /** Copy of the customer's name, for sorting and searching by platform staff. */
  @VarcharColumn(200)
  customer_name: string;

  @SortKeyColumn('customer_name', 200)
  customer_name_sort: string;

  /** Copies of the customer's status (A, S, C) and time zone, from which the status of the row is computed. */
  @ChoiceColumn({ defaultTo: 'A' })
  customer_status: string;

  @VarcharColumn(64, { defaultTo: 'UTC' })
  time_zone: string;

  /** trial | paid; null while the customer is suspended or closed. A single column gives an unambiguous index. */
  @ChoiceColumn({ nullable: true })
  standing: string | null;

  /** Id of the package. */
  @IntegerColumn()
  subs_id: number;

  @VarcharColumn(100)
  subs_name: string;

  @ChoiceColumn()
  subs_billing_plan: string;

  @BooleanColumn()
  trial: boolean;

  @DayColumn()
  subs_activation_date: string;

  /** The last valid day. */
  @DayColumn()
  subs_expiry_date: string;

  @IntegerColumn()
  bill_generate_before_days: number;

  @IntegerColumn()
  no_of_staff: number;

  @IntegerColumn()
  no_of_training: number;

  @InstantColumn({ nullable: true })
  ended_at: number | null;
}
