import { AppstoreOutlined, FundOutlined } from '@ant-design/icons';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useLayoutOptions } from '@/theme/layout-options';
import { Mark } from '@/components/logo';
import { isCurrentRoute, useMenuRoutes } from '@/crud/app-routes';
import { ContactLink, MenuEntry, IconTooltip } from './menu-entries';
import './two-column.css';

/** Two-column layout: an icon rail with the menu sections, and the entries of the chosen section. */
export function TwoColumnMenu({ onReselect }: { onReselect: () => void }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const size = useLayoutOptions()['data-sidebar-size'];
  const small = size === 'sm';
  const [chosen, setChosen] = useState<string>('main');
  const id = useId();
  const reports = useMenuRoutes('report');
  const sections = [
    { name: 'main', entries: useMenuRoutes('main'), titleKey: 'shell.main_menu', icon: AppstoreOutlined },
    { name: 'report', entries: reports, titleKey: 'menu.report', icon: FundOutlined },
  ];
  const isReport = reports.some((entry) => isCurrentRoute(entry, pathname));
  // Navigation selects the section of the new page.
  useEffect(() => setChosen(isReport ? 'report' : 'main'), [isReport, pathname]);
  return (
    <aside className="sg-side sg-two sg-flex sg-fixed" data-small={small} data-hover={size === 'sm-hover'}>
      <div className="sg-rail sg-col sg-middle sg-fixed sg-gap-8">
        <Link to="/home" className="sg-side-brand sg-row" aria-label="Skilgrid">
          <Mark />
        </Link>
        {sections.map(({ name, titleKey, icon: Icon, entries }) => (
          <IconTooltip key={name} title={t(titleKey)}>
            <button
              type="button"
              className="sg-rail-button sg-icon-button"
              aria-label={t(titleKey)}
              aria-expanded={chosen === name}
              aria-controls={`${id}${name}`}
              data-within={entries.some((entry) => isCurrentRoute(entry, pathname))}
              onClick={() => setChosen(name)}
            >
              <Icon aria-hidden />
            </button>
          </IconTooltip>
        ))}
      </div>
      <div className="sg-col sg-grow">
        <p className="sg-side-brand sg-row sg-fixed sg-semi">
          <span className="sg-side-label">{t(sections.find(({ name }) => name === chosen)!.titleKey)}</span>
        </p>
        <nav className="sg-side-nav" aria-label={t('shell.main_menu')}>
          {sections.map(({ name, entries, titleKey }) => (
            <ul key={name} id={`${id}${name}`} hidden={chosen !== name} aria-label={t(titleKey)}>
              {entries.map((entry) => (
                <MenuEntry key={entry.path} entry={entry} small={small} onReselect={onReselect} />
              ))}
            </ul>
          ))}
        </nav>
        <div className="sg-side-foot sg-fixed">
          <ContactLink small={small} />
        </div>
      </div>
    </aside>
  );
}
