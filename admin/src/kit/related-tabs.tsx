import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { currentRole } from '@/app/session/who';
import type { ResourceModule } from './module';

/** Screens that belong together, as links: staff · departments · job roles. */
export function RelatedTabs({ related }: { related: ResourceModule['related'] }) {
  const { t } = useTranslation();
  if (!related || related.length === 0) return null;
  const role = currentRole();
  const shown = related.filter(({ roles }) => !roles || (role && roles.includes(role)));
  return (
    <nav className="kit-related" aria-label={t('kit.related')}>
      {shown.map(({ route, labelKey }) => (
        <NavLink key={route} to={route} end>
          {t(labelKey)}
        </NavLink>
      ))}
    </nav>
  );
}
