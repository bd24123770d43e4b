import { lazy, type ComponentType } from 'react';

/** A page whose code is loaded when its route is opened. */
export const lazyRoutePage = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await load() }));
