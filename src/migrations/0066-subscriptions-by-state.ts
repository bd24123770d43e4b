import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  addColumn,
  addIndex,
  choice,
  dropColumn,
  dropIndex,
  orNull,
  otherwise,
  text,
} from '../platform/database/table-words';

/** What a subscription is today is found by. */
const BY_STATE = [
  ['customer_status', 'subs_expiry_date', 'subscriber_id'],
  ['standing', 'subs_expiry_date', 'subscriber_id'],
];
/** From each organisation's state; one without any is open, in the calendar that it is then shown in. */
const FOLLOW = `UPDATE subscriber SET
  customer_status = COALESCE((SELECT c.status FROM customer_state c WHERE c.customer_id = subscriber.customer_id), 'A'),
  time_zone = COALESCE((SELECT c.time_zone FROM customer_state c WHERE c.customer_id = subscriber.customer_id), 'UTC')`;
const STAND = `UPDATE subscriber SET standing =
  CASE WHEN customer_status <> 'A' THEN NULL WHEN trial = 1 THEN 'trial' ELSE 'paid' END`;

/** A subscription carries its organisation's status and calendar: platform staff filter by them without reading every state. */
export class SubscriptionsByState0066 implements MigrationInterface {
  name = 'SubscriptionsByState0066_1763600000066';

  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'subscriber', 'customer_status', otherwise(choice(), 'A'));
    await addColumn(runner, 'subscriber', 'time_zone', otherwise(text(64), 'UTC'));
    await addColumn(runner, 'subscriber', 'standing', orNull(choice()));
    await runner.query(FOLLOW);
    await runner.query(STAND);
    for (const columns of BY_STATE) await addIndex(runner, 'subscriber', columns);
    await dropIndex(runner, 'customer_state', ['status']);
  }

  /** Nothing is lost: all three are made of the organisation's state and of `trial`. */
  async down(runner: QueryRunner): Promise<void> {
    await addIndex(runner, 'customer_state', ['status']);
    for (const columns of BY_STATE.toReversed()) await dropIndex(runner, 'subscriber', columns);
    await dropColumn(runner, 'subscriber', 'standing');
    await dropColumn(runner, 'subscriber', 'time_zone');
    await dropColumn(runner, 'subscriber', 'customer_status');
  }
}
