import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  choice,
  createTables,
  day,
  dropTables,
  nullable,
  recordColumns,
  sortKey,
  varchar,
  uuid,
  integer,
} from '../infrastructure/database/table-builder';

/** The tables of src/customers. */
export class Customers0004 implements MigrationInterface {
  name = 'Customers0004_1770000000004';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'customer',
        columns: {
          customer_id: integer(),
          customer_name: varchar(200),
          customer_name_sort: sortKey(200),
          gst_no: nullable(varchar(40)),
          mobile_one: varchar(10),
          mobile_two: nullable(varchar(20)),
          email_primary: varchar(254),
          email_primary_key: varchar(254),
          email_one: nullable(varchar(254)),
          email_two: nullable(varchar(254)),
          website: nullable(varchar(255)),
          gender: nullable(varchar(24)),
          billing_address: varchar(1000),
          contact_address: nullable(varchar(1000)),
          primary_contact_person: varchar(200),
          secondary_contact_person: nullable(varchar(200)),
          subscription_id: integer(),
          subscription_type: varchar(100),
          c_user_name: varchar(254),
          create_date: day(),
          update_date: day(),
          customer_status: choice(),
          ...recordColumns(),
          search_id: nullable(uuid()),
        },
        primary: ['customer_id'],
        unique: [['email_primary_key']],
        index: [
          ['customer_name_sort'],
          ['customer_status', 'customer_id'],
          ['primary_contact_person', 'customer_id'],
          ['email_primary', 'customer_id'],
          ['subscription_type', 'customer_id'],
          ['create_date', 'customer_id'],
          ['search_id'],
        ],
        foreign: [{ columns: ['subscription_id'], table: 'subscription_package' }],
      },
      {
        name: 'customer_number',
        columns: { counter: choice(), last_number: integer() },
        primary: ['counter'],
      },
      {
        name: 'customer_settings',
        columns: { customer_id: integer(), ...recordColumns(), default_language: choice() },
        primary: ['customer_id'],
      },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['customer_settings', 'customer_number', 'customer']);
  }
}
