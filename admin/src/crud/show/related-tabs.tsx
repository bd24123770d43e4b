import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router';
import { useSession } from '@/api/use-session';
import type { Role } from '@contract/resource';
import { useSiblingRoutes } from '../app-routes';

/** Scrolls the current tab into view. An observer is used because measuring would force a layout. */
function scrollTabIntoView(link: HTMLElement | null): (() => void) | undefined {
  if (!link) return;
  const observer = new IntersectionObserver(([entry]) => {
    observer.disconnect();
    if (entry && entry.intersectionRect.width < entry.boundingClientRect.width)
      link.scrollIntoView({ block: 'nearest', inline: 'center' });
  });
  observer.observe(link);
  return () => observer.disconnect();
}

interface RelatedTab {
  readonly route: string;
  readonly labelKey: string;
  /** Defaults to every role. */
  readonly roles?: readonly Role[];
}

/** Tabs of the current screen's group, as links: staff · departments · job roles (`app/routes.tsx`). */
export function RouteTabs() {
  const { pathname } = useLocation();
  const tabs = useSiblingRoutes(pathname);
  return (
    <RelatedTabs
      related={tabs.map(({ path, labelKey, tab }) => ({ route: path, labelKey: tab?.labelKey ?? labelKey }))}
    />
  );
}

/** Links to related pages. */
export function RelatedTabs({ related }: { related: readonly RelatedTab[] }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { role } = useSession();
  if (related.length === 0) return null;
  const visibleTabs = related.filter(({ roles }) => !roles || (role && roles.includes(role)));
  return (
    <nav className="kit-related sg-flex sg-gap-4 sg-line-below" aria-label={t('kit.related')}>
      {visibleTabs.map(({ route, labelKey }) => (
        // On phones the tab bar scrolls.
        <NavLink key={route} to={route} end ref={route === pathname ? scrollTabIntoView : undefined}>
          {t(labelKey)}
        </NavLink>
      ))}
    </nav>
  );
}
