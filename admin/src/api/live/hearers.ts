import type { LiveProvider } from '@refinedev/core';

/** What Refine's hooks asked to be told of; read when there is something to tell (app/live). */
export type Subscription = Parameters<LiveProvider['subscribe']>[0];
export const subscriptions = new Set<Subscription>();

let live = false;
/** Whether this tab is told what changes. Otherwise whoever waits for something asks by the clock. */
export const isLive = (): boolean => live;
export const setLive = (now: boolean): void => void (live = now);
