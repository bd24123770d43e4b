import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  choice,
  createTables,
  day,
  dropTables,
  flag,
  instant,
  money,
  orNull,
  otherwise,
  recordColumns,
  sort,
  text,
  uuid,
  whole,
} from '../platform/database/table-words';

/** The tables of src/subscriptions. */
export class Subscriptions0003 implements MigrationInterface {
  name = 'Subscriptions0003_1770000000003';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'plan_usage',
        columns: {
          customer_id: whole(),
          staff_used: whole(),
          staff_limit: whole(),
          training_used: whole(),
          training_limit: whole(),
        },
        primary: ['customer_id'],
      },
      {
        name: 'subscription_package',
        columns: {
          subscription_id: whole(),
          subscription_name: text(100),
          subscription_name_key: text(100),
          subscription_name_sort: sort(100),
          subscription_type: choice(),
          subscription_price: money(),
          currency: text(3),
          no_of_staff: orNull(whole()),
          no_of_training: orNull(whole()),
          recommended: flag(),
          archived: flag(),
          ...recordColumns(),
          search_id: orNull(uuid()),
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
          customer_id: whole(),
          subscriber_id: uuid(),
          current_of: orNull(whole()),
          customer_name: text(200),
          customer_name_sort: sort(200),
          subs_id: whole(),
          subs_name: text(100),
          subs_billing_plan: choice(),
          trial: flag(),
          subs_activation_date: day(),
          subs_expiry_date: day(),
          bill_generate_before_days: whole(),
          no_of_staff: whole(),
          no_of_training: whole(),
          ended_at: orNull(instant()),
          ...recordColumns(),
          customer_status: otherwise(choice(), 'A'),
          time_zone: otherwise(text(64), 'UTC'),
          standing: orNull(choice()),
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
