import { choice, day, flag, id, status, text, integer } from './fields';
import { resource, type RowOf } from './resource';

export const SUBSCRIPTION_STATUSES = ['trial', 'active', 'expiring', 'grace', 'expired', 'suspended'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** Subscriptions of customers: one current each, and its history. `status` is derived, not stored. */
export const subscribers = resource({
  name: 'subscribers',
  id: 'subscriber_id',
  title: ['customer_name', 'subs_name'],
  default_sort: [['subs_expiry_date', 'asc']],
  read: ['platform', 'admin'],
  write: ['platform'],
  remove: 'none',
  searched_by_words: true,
  create: false,
  fields: {
    subscriber_id: id(),
    customer_id: integer({ write: 'none', required: true, list: 'hidden' }),
    customer_name: text({ max: 200, write: 'none', required: true, folded: true, list: 'shown', search: true }),
    subs_id: integer({ write: 'none', required: true, list: 'hidden' }),
    subs_name: text({ max: 100, write: 'none', required: true, list: 'shown', search: true }),
    status: status(SUBSCRIPTION_STATUSES, { write: 'none', required: true, list: 'shown', sort: false }),
    subs_billing_plan: choice(['monthly', 'quarterly', 'yearly'], { write: 'none', required: true, list: 'hidden' }),
    trial: flag({ initial: false, write: 'none', list: 'hidden' }),
    subs_activation_date: day({ write: 'none', required: true, list: 'shown' }),
    subs_expiry_date: day({ write: 'none', required: true, list: 'shown' }),
    bill_generate_before_days: integer({ max: 365, write: 'always', required: true, list: 'hidden', example: 10 }),
    no_of_staff: integer({ write: 'none', required: true, list: 'shown' }),
    no_of_training: integer({ write: 'none', required: true, list: 'shown' }),
    /** Current usage; empty for past subscriptions. */
    total_staff: integer({ write: 'none', list: 'hidden', filter: false, sort: false }),
    total_training: integer({ write: 'none', list: 'hidden', filter: false, sort: false }),
    /** Current day in the customer's time zone, to compare with the last day. */
    today: day({ write: 'none', required: true, list: 'never', filter: false, sort: false }),
    current: flag({ initial: true, write: 'none', list: 'hidden', filter: false }),
  },
});
export type SubscriberRow = RowOf<typeof subscribers>;
