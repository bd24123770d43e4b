import { useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';

/**
 * Around all pages: moves the focus to the heading after a navigation, so that it is not lost and screen readers
 * announce the new page.
 */
export function PageFocus() {
  const { pathname } = useLocation();
  const lastPath = useRef(pathname);
  useEffect(() => {
    // Not for the first page, nor before the first user interaction.
    const isSame = lastPath.current === pathname || !navigator.userActivation.hasBeenActive;
    lastPath.current = pathname;
    if (isSame) return;
    let [isActive, stop] = [true, () => {}];
    import('./focus-heading').then(
      ({ focusHeading: leadToHeading }) => isActive && (stop = leadToHeading()),
      () => undefined,
    );
    return () => {
      isActive = false;
      stop();
    };
  }, [pathname]);
  return <Outlet />;
}
