import { createElement, lazy, Suspense, type ComponentType, type FunctionComponent } from 'react';

/**
 * A part that is fetched when it is first shown: a drawer, a dialog, an editor in a menu. A list brings neither
 * calendars nor colour pickers along for the case that somebody opens one.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): FunctionComponent<Props> {
  const Part = lazy(async () => ({ default: await load() }));
  return (props) => (
    <Suspense fallback={null}>{createElement(Part as unknown as ComponentType<Props>, props)}</Suspense>
  );
}
