import type { LiveProvider } from '@refinedev/core';

/** Subscriptions of Refine's hooks; app/live notifies them. */
export type Subscription = Parameters<LiveProvider['subscribe']>[0];
export const subscriptions = new Set<Subscription>();

let isConnected = false;
/** Whether this tab receives live updates. If not, hooks that wait for a change poll. */
export const isLive = (): boolean => isConnected;
export const setLive = (connected: boolean): void => void (isConnected = connected);
