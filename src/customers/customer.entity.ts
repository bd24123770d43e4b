import { Entity, ForeignKey, Index } from 'typeorm';
import { customers } from '../contract/customers.resource';
import { Choice, Day, IdRef, KeyOf, SortOf, Text, Whole } from '../platform/database/columns';
import { KeptRecord } from '../tenancy/tenant-record';
import { Keeps } from '../tenancy/resources/kept';

/** An organisation that has registered. Global directory: its number is the organisation code (OID). */
@Entity('customer')
@Keeps(customers, { noun: 'customer', found_above_by: 'search_id' })
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
export class Customer extends KeptRecord {
  @Whole({ primary: true })
  customer_id: number;

  /** What its search words name it by. */
  @IdRef({ nullable: true })
  search_id: string | null;

  @Text(200)
  customer_name: string;

  @SortOf('customer_name', 200)
  customer_name_sort: string;

  @Text(40, { nullable: true })
  gst_no: string | null;

  @Text(10)
  mobile_one: string;

  @Text(20, { nullable: true })
  mobile_two: string | null;

  @Text(254)
  email_primary: string;

  @KeyOf('email_primary', 254)
  email_primary_key: string;

  @Text(254, { nullable: true })
  email_one: string | null;

  @Text(254, { nullable: true })
  email_two: string | null;

  @Text(255, { nullable: true })
  website: string | null;

  @Text(24, { nullable: true })
  gender: string | null;

  @Text(1000)
  billing_address: string;

  @Text(1000, { nullable: true })
  contact_address: string | null;

  @Text(200)
  primary_contact_person: string;

  @Text(200, { nullable: true })
  secondary_contact_person: string | null;

  /** The chosen package and its name, as registered. */
  @Whole()
  subscription_id: number;

  @Text(100)
  subscription_type: string;

  /** The user name of the account that registered. */
  @Text(254)
  c_user_name: string;

  /** Local day of registration. */
  @Day()
  create_date: string;

  @Day()
  update_date: string;

  /** A active, S suspended, C closed. */
  @Choice()
  customer_status: string;
}
