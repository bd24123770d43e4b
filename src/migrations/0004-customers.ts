import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  choice,
  createTables,
  day,
  dropTables,
  orNull,
  recordColumns,
  sort,
  text,
  uuid,
  whole,
} from '../platform/database/table-words';

/** The tables of src/customers. */
export class Customers0004 implements MigrationInterface {
  name = 'Customers0004_1770000000004';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'customer',
        columns: {
          customer_id: whole(),
          customer_name: text(200),
          customer_name_sort: sort(200),
          gst_no: orNull(text(40)),
          mobile_one: text(10),
          mobile_two: orNull(text(20)),
          email_primary: text(254),
          email_primary_key: text(254),
          email_one: orNull(text(254)),
          email_two: orNull(text(254)),
          website: orNull(text(255)),
          gender: orNull(text(24)),
          billing_address: text(1000),
          contact_address: orNull(text(1000)),
          primary_contact_person: text(200),
          secondary_contact_person: orNull(text(200)),
          subscription_id: whole(),
          subscription_type: text(100),
          c_user_name: text(254),
          create_date: day(),
          update_date: day(),
          customer_status: choice(),
          ...recordColumns(),
          search_id: orNull(uuid()),
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
        columns: { counter: choice(), last_number: whole() },
        primary: ['counter'],
      },
      {
        name: 'customer_settings',
        columns: { customer_id: whole(), ...recordColumns(), default_language: choice() },
        primary: ['customer_id'],
      },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['customer_settings', 'customer_number', 'customer']);
  }
}
