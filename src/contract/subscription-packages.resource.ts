import { choice, flag, money, text, uniqueName, integer } from './fields';
import { resource, type RowOf } from './resource';

const BILLING_PLANS = ['monthly', 'quarterly', 'yearly'] as const;

/** Managed by platform staff; offered packages are public. */
export const subscriptionPackages = resource({
  name: 'subscription-packages',
  id: 'subscription_id',
  subject: 'subscription_package',
  title: ['subscription_name'],
  default_sort: [['subscription_price', 'asc']],
  read: ['platform', 'admin'],
  write: ['platform'],
  // Only if it was never subscribed to; otherwise it is archived.
  remove: 'delete',
  archives: 'again',
  searched_by_words: true,
  fields: {
    subscription_id: integer({ write: 'none', required: true, list: 'shown', example: 1 }),
    subscription_name: uniqueName(100, { example: 'Workshop' }),
    subscription_type: choice(BILLING_PLANS, { initial: 'monthly', list: 'shown' }),
    /** Precedes the price, whose decimals depend on it. */
    currency: text({
      max: 3,
      min: 3,
      pattern: '^[A-Z]{3}$',
      required: true,
      list: 'hidden',
      filter: true,
      example: 'EUR',
    }),
    /** Minor units of `currency`. */
    subscription_price: money({ required: true, list: 'shown', example: 4900 }),
    /** Empty: the default limit of 10. */
    no_of_staff: integer({ min: 1, max: 1_000_000, list: 'shown', example: 50 }),
    no_of_training: integer({ min: 1, max: 1_000_000, list: 'shown', example: 25 }),
    recommended: flag({ initial: false, list: 'shown' }),
    archived: flag({ initial: false, list: 'shown', write: 'none' }),
  },
});
export type SubscriptionPackageRow = RowOf<typeof subscriptionPackages>;
