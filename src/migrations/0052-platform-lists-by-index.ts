import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndex, dropIndex } from '../platform/database/table-words';

/**
 * What platform staff sort subscriptions and packages by, over all organisations; behind each the row's own id. The primary
 * key of a subscription begins with its organisation already.
 */
const SORTED: Readonly<Record<string, readonly [id: string, columns: readonly string[]]>> = {
  subscriber: [
    'subscriber_id',
    [
      'customer_name_sort',
      'subs_id',
      'subs_name',
      'subs_billing_plan',
      'subs_activation_date',
      'subs_expiry_date',
      'bill_generate_before_days',
      'no_of_staff',
      'no_of_training',
    ],
  ],
  subscription_package: [
    'subscription_id',
    ['subscription_name_sort', 'subscription_type', 'subscription_price', 'currency', 'no_of_staff', 'no_of_training'],
  ],
};
const ADDED = Object.entries(SORTED).flatMap(([table, [id, columns]]) =>
  columns.map((column) => [table, [column, id]] as const),
);
const ALONE = ['subscriber', ['subscriber_id']] as const;
/** Beginnings of those above; MariaDB has the second by itself, for the foreign key, as long as there is no longer one. */
const TAKEN = [
  ['subscriber', ['subs_expiry_date']],
  ['subscriber', ['subs_id']],
] as const;

export class PlatformListsByIndex0052 implements MigrationInterface {
  name = 'PlatformListsByIndex0052_1763600000052';

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, columns] of [...ADDED, ALONE]) await addIndex(runner, table, columns);
    for (const [table, columns] of TAKEN) await dropIndex(runner, table, columns);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, columns] of TAKEN) await addIndex(runner, table, columns);
    for (const [table, columns] of [ALONE, ...ADDED.toReversed()]) await dropIndex(runner, table, columns);
  }
}
