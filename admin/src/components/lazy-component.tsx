import { createElement, lazy, Suspense, type ComponentType, type FunctionComponent } from 'react';

/** A component whose code is loaded when it is first rendered: a drawer, a dialog, an editor. */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): FunctionComponent<Props> {
  const LazyPart = lazy(async () => ({ default: await load() }));
  return (props) => (
    <Suspense fallback={null}>{createElement(LazyPart as unknown as ComponentType<Props>, props)}</Suspense>
  );
}
