import { Entity, Index } from 'typeorm';
import { subscriptionPackages } from '../../contract/subscription-packages.resource';
import {
  ChoiceColumn,
  BooleanColumn,
  UuidColumn,
  UniqueKeyColumn,
  MoneyColumn,
  SortKeyColumn,
  VarcharColumn,
  IntegerColumn,
} from '../../infrastructure/database/columns';
import { VersionedRecord } from '../../tenancy/tenant-record';
import { Resource } from '../../tenancy/resource-metadata';

/** A package that customers can subscribe to. Stored across tenants, managed by platform staff. */
@Entity('subscription_package')
@Resource(subscriptionPackages, { noun: 'subscription package', schema: 'Package', found_above_by: 'search_id' })
@Index(['search_id'])
@Index(['subscription_name_key'], { unique: true })
@Index(['subscription_name_sort', 'subscription_id'])
@Index(['subscription_type', 'subscription_id'])
@Index(['subscription_price', 'subscription_id'])
@Index(['currency', 'subscription_id'])
@Index(['no_of_staff', 'subscription_id'])
@Index(['no_of_training', 'subscription_id'])
export class SubscriptionPackage extends VersionedRecord {
  @IntegerColumn({ primary: true })
  subscription_id: number;

  /** Key of this record in the search index. */
  @UuidColumn({ nullable: true })
  search_id: string | null;

  @VarcharColumn(100)
  subscription_name: string;

  @UniqueKeyColumn('subscription_name', 100)
  subscription_name_key: string;

  @SortKeyColumn('subscription_name', 100)
  subscription_name_sort: string;

  /** Billing period: monthly | quarterly | yearly. */
  @ChoiceColumn()
  subscription_type: string;

  @MoneyColumn()
  subscription_price: number;

  @VarcharColumn(3)
  currency: string;

  /** null: the default limit (10). */
  @IntegerColumn({ nullable: true })
  no_of_staff: number | null;

  @IntegerColumn({ nullable: true })
  no_of_training: number | null;

  @BooleanColumn()
  recommended: boolean;

  /** No longer offered; kept because subscriptions refer to it. */
  @BooleanColumn()
  archived: boolean;
}
