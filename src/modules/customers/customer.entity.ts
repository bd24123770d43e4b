import { Entity, ForeignKey, Index } from 'typeorm';
import { customers } from '../../contract/customers.resource';
import {
  ChoiceColumn,
  DayColumn,
  UuidColumn,
  UniqueKeyColumn,
  SortKeyColumn,
  VarcharColumn,
  IntegerColumn,
} from '../../infrastructure/database/columns';
import { VersionedRecord } from '../../tenancy/tenant-record';
import { Resource } from '../../tenancy/resource-metadata';

/** A registered customer. Stored across tenants; the number is the organisation code (OID). */
@Entity('customer')
@Resource(customers, { noun: 'customer', found_above_by: 'search_id' })
@Index(['search_id'])
@Index(['email_primary_key'], { unique: true })
@Index(['customer_name_sort'])
@Index(['customer_status', 'customer_id'])
@Index(['primary_contact_person', 'customer_id'])
@Index(['email_primary', 'customer_id'])
@Index(['subscription_type', 'customer_id'])
@Index(['create_date', 'customer_id'])
@ForeignKey('SubscriptionPackage', ['subscription_id'], ['subscription_id'], {
  onDelete: 'RESTRICT',
  onUpdate: 'RESTRICT',
})
export class Customer extends VersionedRecord {
  @IntegerColumn({ primary: true })
  customer_id: number;

  /** Key of this record in the search index. */
  @UuidColumn({ nullable: true })
  search_id: string | null;

  @VarcharColumn(200)
  customer_name: string;

  @SortKeyColumn('customer_name', 200)
  customer_name_sort: string;

  @VarcharColumn(40, { nullable: true })
  gst_no: string | null;

  @VarcharColumn(10)
  mobile_one: string;

  @VarcharColumn(20, { nullable: true })
  mobile_two: string | null;

  @VarcharColumn(254)
  email_primary: string;

  @UniqueKeyColumn('email_primary', 254)
  email_primary_key: string;

  @VarcharColumn(254, { nullable: true })
  email_one: string | null;

  @VarcharColumn(254, { nullable: true })
  email_two: string | null;

  @VarcharColumn(255, { nullable: true })
  website: string | null;

  @VarcharColumn(24, { nullable: true })
  gender: string | null;

  @VarcharColumn(1000)
  billing_address: string;

  @VarcharColumn(1000, { nullable: true })
  contact_address: string | null;

  @VarcharColumn(200)
  primary_contact_person: string;

  @VarcharColumn(200, { nullable: true })
  secondary_contact_person: string | null;

  /** The package and its name at registration. */
  @IntegerColumn()
  subscription_id: number;

  @VarcharColumn(100)
  subscription_type: string;

  /** User name of the account that registered. */
  @VarcharColumn(254)
  c_user_name: string;

  /** Day of registration in the customer's time zone. */
  @DayColumn()
  create_date: string;

  @DayColumn()
  update_date: string;

  /** A active, S suspended, C closed. */
  @ChoiceColumn()
  customer_status: string;
}
