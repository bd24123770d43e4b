import { CustomerServiceOutlined, DownOutlined, FundOutlined, UpOutlined } from '@ant-design/icons';
import { Tooltip, type TooltipProps } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { directionOf } from '@contract/languages';
import { isCurrentRoute, useMenuRoutes, type AppRoute } from '@/crud/app-routes';

/** Tooltip of an icon; rendered inside the sidebar, so that it belongs to a landmark. */
export function IconTooltip({ tooltipBelow = false, ...props }: TooltipProps & { tooltipBelow?: boolean }) {
  const { i18n } = useTranslation();
  const side = directionOf(i18n.language) === 'rtl' ? 'left' : 'right';
  return (
    <Tooltip
      placement={tooltipBelow ? 'bottom' : side}
      getPopupContainer={(entry) => entry.closest<HTMLElement>('.sg-side') ?? document.body}
      {...props}
    />
  );
}

interface MenuEntryProps {
  entry: AppRoute;
  /** Shows only the icon; the label stays for screen readers and the tooltip. */
  small: boolean;
  tooltipBelow?: boolean;
  onReselect: () => void;
}

export function MenuEntry({ entry, small, tooltipBelow = false, onReselect }: MenuEntryProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const Icon = entry.icon;
  const label = t(entry.labelKey);
  const link = (
    <Link
      to={entry.path}
      className="sg-side-link sg-press sg-row sg-gap-12"
      aria-current={isCurrentRoute(entry, pathname) ? 'page' : undefined}
      onClick={() => pathname === entry.path && onReselect()}
    >
      {/* A bar shows labels without icons. */}
      {(small || !tooltipBelow) && <Icon aria-hidden />}
      <span className="sg-side-label sg-grow">{label}</span>
    </Link>
  );
  return (
    <li>
      {small ? (
        <IconTooltip title={label} tooltipBelow={tooltipBelow}>
          {link}
        </IconTooltip>
      ) : (
        link
      )}
    </li>
  );
}

export function ContactLink({ small }: { small: boolean }) {
  const { t } = useTranslation();
  return (
    <Link
      to="/settings"
      className="sg-side-link sg-side-contact sg-row sg-gap-12"
      aria-label={small ? t('menu.contact') : undefined}
    >
      <CustomerServiceOutlined aria-hidden />
      {!small && <span className="sg-side-label">{t('menu.contact')}</span>}
    </Link>
  );
}

/** The 13 entries and the contact button. */
export function MenuEntries({ small, onReselect }: { small: boolean; onReselect: () => void }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const main = useMenuRoutes('main');
  const reports = useMenuRoutes('report');
  const [open, setOpen] = useState(true);
  const groupId = useId();
  return (
    <>
      <nav className="sg-side-nav" aria-label={t('shell.main_menu')}>
        <ul>
          {main.map((entry) => (
            <MenuEntry key={entry.path} entry={entry} small={small} onReselect={onReselect} />
          ))}
          <li>
            {small ? (
              <hr />
            ) : (
              <button
                type="button"
                className="sg-side-link sg-side-group sg-press sg-row sg-gap-12"
                aria-expanded={open}
                aria-controls={groupId}
                data-within={reports.some((entry) => isCurrentRoute(entry, pathname))}
                onClick={() => setOpen(!open)}
              >
                <FundOutlined aria-hidden />
                <span className="sg-side-label sg-grow">{t('menu.report')}</span>
                {open ? (
                  <UpOutlined aria-hidden className="sg-side-caret" />
                ) : (
                  <DownOutlined aria-hidden className="sg-side-caret" />
                )}
              </button>
            )}
            <ul id={groupId} className="sg-side-sub" hidden={!small && !open} aria-label={t('menu.report')}>
              {reports.map((entry) => (
                <MenuEntry key={entry.path} entry={entry} small={small} onReselect={onReselect} />
              ))}
            </ul>
          </li>
        </ul>
      </nav>
      <div className="sg-side-foot sg-fixed">
        <ContactLink small={small} />
      </div>
    </>
  );
}
