import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router';
import { useSession } from '@/api/use-session';
import type { Role } from '@contract/resource';
import { useTabs } from '../app-routes';

/** Told by the browser when the page is laid out; asking would have it laid out at once, and once more with the rows. */
function inView(link: HTMLElement | null): (() => void) | undefined {
  if (!link) return;
  const watcher = new IntersectionObserver(([seen]) => {
    watcher.disconnect();
    if (seen && seen.intersectionRect.width < seen.boundingClientRect.width)
      link.scrollIntoView({ block: 'nearest', inline: 'center' });
  });
  watcher.observe(link);
  return () => watcher.disconnect();
}

interface Tab {
  readonly route: string;
  readonly labelKey: string;
  /** Left out: everybody. */
  readonly roles?: readonly Role[];
}

/** The screens that belong with the one in view, as links: staff · departments · job roles (`app/routes.tsx`). */
export function RouteTabs() {
  const { pathname } = useLocation();
  const tabs = useTabs(pathname);
  return (
    <RelatedTabs
      related={tabs.map(({ path, labelKey, tab }) => ({ route: path, labelKey: tab?.labelKey ?? labelKey }))}
    />
  );
}

/** Pages that belong together, as links. */
export function RelatedTabs({ related }: { related: readonly Tab[] }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { role } = useSession();
  if (related.length === 0) return null;
  const shown = related.filter(({ roles }) => !roles || (role && roles.includes(role)));
  return (
    <nav className="kit-related sg-flex sg-gap-4 sg-line-below" aria-label={t('kit.related')}>
      {shown.map(({ route, labelKey }) => (
        // On a phone the bar scrolls: where one is must be in view.
        <NavLink key={route} to={route} end ref={route === pathname ? inView : undefined}>
          {t(labelKey)}
        </NavLink>
      ))}
    </nav>
  );
}
