import { Entity, Index } from 'typeorm';
import { Choice, Flag, Instant, KeyOf, Money, SortOf, Text, Whole } from '../platform/database/columns';

/** What an organisation can subscribe to. Global: offered to everyone, kept by platform staff. */
@Entity('subscription_package')
@Index(['subscription_name_key'], { unique: true })
export class SubscriptionPackage {
  @Whole({ primary: true })
  subscription_id: number;

  @Text(100)
  subscription_name: string;

  @KeyOf('subscription_name', 100)
  subscription_name_key: string;

  @SortOf('subscription_name', 100)
  subscription_name_sort: string;

  /** monthly | quarterly | yearly: how it is billed. */
  @Choice()
  subscription_type: string;

  @Money()
  subscription_price: number;

  @Text(3)
  currency: string;

  /** null: the default limit (10). */
  @Whole({ nullable: true })
  no_of_staff: number | null;

  @Whole({ nullable: true })
  no_of_training: number | null;

  @Flag()
  recommended: boolean;

  /** No longer offered; kept because subscriptions refer to it. */
  @Flag()
  archived: boolean;

  @Instant()
  created_at: number;

  @Instant()
  updated_at: number;

  @Whole()
  row_version: number;
}
