import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  choice,
  createTables,
  day,
  dropTables,
  boolean,
  instant,
  money,
  nullable,
  defaultTo,
  recordColumns,
  sortKey,
  varchar,
  uuid,
  integer,
} from '../infrastructure/database/table-builder';

/** The tables of src/subscriptions. */
export class Subscriptions0003 implements MigrationInterface {
  name = 'Subscriptions0003_1770000000003';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'plan_usage',
        columns: {
          customer_id: integer(),
          staff_used: integer(),
          staff_limit: integer(),
          training_used: integer(),
          training_limit: integer(),
        },
        primary: ['customer_id'],
      },
      {
        name: 'subscription_package',
        columns: {
          subscription_id: integer(),
          subscription_name: varchar(100),
          subscription_name_key: varchar(100),
          subscription_name_sort: sortKey(100),
          subscription_type: choice(),
          subscription_price: money(),
          currency: varchar(3),
          no_of_staff: nullable(integer()),
          no_of_training: nullable(integer()),
          recommended: boolean(),
          archived: boolean(),
          ...recordColumns(),
          search_id: nullable(uuid()),
        },
        primary: ['subscription_id'],
        unique: [['subscription_name_key']],
        index: [
          ['subscription_name_sort', 'subscription_id'],
          ['subscription_type', 'subscription_id'],
          ['subscription_price', 'subscription_id'],
          ['currency', 'subscription_id'],
          ['no_of_staff', 'subscription_id'],
          ['no_of_training', 'subscription_id'],
          ['search_id'],
        ],
      },
      {
        name: 'subscriber',
        columns: {
          customer_id: integer(),
          subscriber_id: uuid(),
          current_of: nullable(integer()),
          customer_name: varchar(200),
          customer_name_sort: sortKey(200),
          subs_id: integer(),
          subs_name: varchar(100),
          subs_billing_plan: choice(),
          trial: boolean(),
          subs_activation_date: day(),
          subs_expiry_date: day(),
          bill_generate_before_days: integer(),
          no_of_staff: integer(),
          no_of_training: integer(),
          ended_at: nullable(instant()),
          ...recordColumns(),
          customer_status: defaultTo(choice(), 'A'),
          time_zone: defaultTo(varchar(64), 'UTC'),
          standing: nullable(choice()),
        },
        primary: ['customer_id', 'subscriber_id'],
        unique: [['current_of']],
        index: [
          ['customer_name_sort', 'subscriber_id'],
          ['subs_id', 'subscriber_id'],
          ['subs_name', 'subscriber_id'],
          ['subs_billing_plan', 'subscriber_id'],
          ['subs_activation_date', 'subscriber_id'],
          ['subs_expiry_date', 'subscriber_id'],
          ['bill_generate_before_days', 'subscriber_id'],
          ['no_of_staff', 'subscriber_id'],
          ['no_of_training', 'subscriber_id'],
          ['subscriber_id'],
          ['customer_status', 'subs_expiry_date', 'subscriber_id'],
          ['standing', 'subs_expiry_date', 'subscriber_id'],
        ],
        foreign: [{ columns: ['subs_id'], table: 'subscription_package', references: ['subscription_id'] }],
      },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['subscriber', 'subscription_package', 'plan_usage']);
  }
}
