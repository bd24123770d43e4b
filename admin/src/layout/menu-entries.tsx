import { CustomerServiceOutlined, DownOutlined, FundOutlined, UpOutlined } from '@ant-design/icons';
import { Tooltip, type TooltipProps } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { directionOf } from '@contract/languages';
import { isCurrent, useMenu, type AppRoute } from '@/crud/app-routes';

/** Says what an icon alone does not; it stands inside the sidebar, so that it lies in a landmark. */
export function IconTip({ below = false, ...props }: TooltipProps & { below?: boolean }) {
  const { i18n } = useTranslation();
  const side = directionOf(i18n.language) === 'rtl' ? 'left' : 'right';
  return (
    <Tooltip
      placement={below ? 'bottom' : side}
      getPopupContainer={(entry) => entry.closest<HTMLElement>('.sg-side') ?? document.body}
      {...props}
    />
  );
}

interface EntryProps {
  entry: AppRoute;
  /** The icon only: the label stays for a screen reader and the tooltip. */
  small: boolean;
  below?: boolean;
  onSame: () => void;
}

export function Entry({ entry, small, below = false, onSame }: EntryProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const Icon = entry.icon;
  const label = t(entry.labelKey);
  const link = (
    <Link
      to={entry.path}
      className="sg-side-link sg-press sg-row sg-gap-12"
      aria-current={isCurrent(entry, pathname) ? 'page' : undefined}
      onClick={() => pathname === entry.path && onSame()}
    >
      {/* In a bar there is room for words alone. */}
      {(small || !below) && <Icon aria-hidden />}
      <span className="sg-side-label sg-grow">{label}</span>
    </Link>
  );
  return (
    <li>
      {small ? (
        <IconTip title={label} below={below}>
          {link}
        </IconTip>
      ) : (
        link
      )}
    </li>
  );
}

export function Contact({ small }: { small: boolean }) {
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

/** The 13 entries and the contact button, below each other. */
export function Entries({ small, onSame }: { small: boolean; onSame: () => void }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const main = useMenu('main');
  const reports = useMenu('report');
  const [open, setOpen] = useState(true);
  const groupId = useId();
  return (
    <>
      <nav className="sg-side-nav" aria-label={t('shell.main_menu')}>
        <ul>
          {main.map((entry) => (
            <Entry key={entry.path} entry={entry} small={small} onSame={onSame} />
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
                data-within={reports.some((entry) => isCurrent(entry, pathname))}
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
                <Entry key={entry.path} entry={entry} small={small} onSame={onSame} />
              ))}
            </ul>
          </li>
        </ul>
      </nav>
      <div className="sg-side-foot sg-fixed">
        <Contact small={small} />
      </div>
    </>
  );
}
