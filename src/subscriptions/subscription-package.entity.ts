import { Entity, Index } from 'typeorm';
import { subscriptionPackages } from '../contract/subscription-packages.resource';
import { Choice, Flag, IdRef, KeyOf, Money, SortOf, Text, Whole } from '../platform/database/columns';
import { KeptRecord } from '../tenancy/tenant-record';
import { Keeps } from '../tenancy/resources/kept';

/** What an organisation can subscribe to. Global: offered to everyone, kept by platform staff. */
@Entity('subscription_package')
@Keeps(subscriptionPackages, { noun: 'subscription package', schema: 'Package', found_above_by: 'search_id' })
@Index(['search_id'])
@Index(['subscription_name_key'], { unique: true })
@Index(['subscription_name_sort', 'subscription_id'])
@Index(['subscription_type', 'subscription_id'])
@Index(['subscription_price', 'subscription_id'])
@Index(['currency', 'subscription_id'])
@Index(['no_of_staff', 'subscription_id'])
@Index(['no_of_training', 'subscription_id'])
export class SubscriptionPackage extends KeptRecord {
  @Whole({ primary: true })
  subscription_id: number;

  /** What its search words name it by. */
  @IdRef({ nullable: true })
  search_id: string | null;

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
}
