import { lazy, type ComponentType } from 'react';

/** A page fetched when it is opened. */
export const laterPage = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await load() }));
