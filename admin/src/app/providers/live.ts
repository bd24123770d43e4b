import type { LiveProvider } from '@refinedev/core';
import { subscriptions, type Subscription } from '@/api/live/subscriptions';

/** Only stores Refine's subscriptions; the code that notifies them is loaded later (app/live). */
export const liveProvider: LiveProvider = {
  subscribe: (subscription): Subscription => {
    subscriptions.add(subscription);
    return subscription;
  },
  unsubscribe: (subscription: Subscription) => void subscriptions.delete(subscription),
};
