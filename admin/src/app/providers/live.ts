import type { LiveProvider } from '@refinedev/core';
import { subscriptions, type Subscription } from '@/api/live/hearers';

/** Whoever is told is only written down here: what tells is fetched when the first page stands (app/live). */
export const liveProvider: LiveProvider = {
  subscribe: (wanted): Subscription => {
    subscriptions.add(wanted);
    return wanted;
  },
  unsubscribe: (wanted: Subscription) => void subscriptions.delete(wanted),
};
