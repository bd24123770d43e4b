import { choice, day, flag, id, status, text, whole } from './fields';
import { resource, type RowOf } from './resource';

export const SUBSCRIPTION_STATUSES = ['trial', 'active', 'expiring', 'grace', 'expired', 'suspended'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** The subscriptions of organisations: one current each, and its history. `status` is worked out, not stored. */
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
    customer_id: whole({ write: 'none', required: true, list: 'hidden' }),
    customer_name: text({ max: 200, write: 'none', required: true, folded: true, list: 'shown', search: true }),
    subs_id: whole({ write: 'none', required: true, list: 'hidden' }),
    subs_name: text({ max: 100, write: 'none', required: true, list: 'shown', search: true }),
    status: status(SUBSCRIPTION_STATUSES, { write: 'none', required: true, list: 'shown', sort: false }),
    subs_billing_plan: choice(['monthly', 'quarterly', 'yearly'], { write: 'none', required: true, list: 'hidden' }),
    trial: flag({ initial: false, write: 'none', list: 'hidden' }),
    subs_activation_date: day({ write: 'none', required: true, list: 'shown' }),
    subs_expiry_date: day({ write: 'none', required: true, list: 'shown' }),
    bill_generate_before_days: whole({ max: 365, write: 'always', required: true, list: 'hidden', example: 10 }),
    no_of_staff: whole({ write: 'none', required: true, list: 'shown' }),
    no_of_training: whole({ write: 'none', required: true, list: 'shown' }),
    /** In use today; empty for what is history. */
    total_staff: whole({ write: 'none', list: 'hidden', filter: false, sort: false }),
    total_training: whole({ write: 'none', list: 'hidden', filter: false, sort: false }),
    /** The day it is there now: what a last day is compared with. */
    today: day({ write: 'none', required: true, list: 'never', filter: false, sort: false }),
    current: flag({ initial: true, write: 'none', list: 'hidden', filter: false }),
  },
});
export type SubscriberRow = RowOf<typeof subscribers>;
