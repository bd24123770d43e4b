import { useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';

/**
 * Around all pages: where a navigation that somebody asked for leads, there the focus is, at the page's heading. Else it
 * would be lost with what was pressed, or stay in the menu, and whoever hears the page would hear nothing of the new one.
 */
export function PageFocus() {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    // On the way from the address to the first page nobody has pressed anything: it begins at its top.
    const isSame = last.current === pathname || !navigator.userActivation.hasBeenActive;
    last.current = pathname;
    if (isSame) return;
    let [wanted, stop] = [true, () => {}];
    import('./lead-to-heading').then(
      ({ leadToHeading }) => wanted && (stop = leadToHeading()),
      () => undefined,
    );
    return () => {
      wanted = false;
      stop();
    };
  }, [pathname]);
  return <Outlet />;
}
