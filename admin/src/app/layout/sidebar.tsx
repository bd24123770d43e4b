import { CustomerServiceOutlined, CloseOutlined, DownOutlined, FundOutlined } from '@ant-design/icons';
import { Tooltip } from 'antd';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useLayoutOptions } from '@/theme/layout-options';
import { directionOf } from '@contract/languages';
import { Logo, Mark } from './logo';
import { MENU, type MenuEntry } from './menu';
import './sidebar.css';

/** True for the entry of the page in view, its sub-pages included. */
const isCurrent = (entry: MenuEntry, pathname: string): boolean =>
  pathname === entry.route || pathname.startsWith(`${entry.route}/`);

function Entry({ entry, small, onSame }: { entry: MenuEntry; small: boolean; onSame: () => void }) {
  const { t, i18n } = useTranslation();
  const { pathname } = useLocation();
  const Icon = entry.icon;
  const label = t(entry.labelKey);
  const link = (
    <Link
      to={entry.route}
      className="sg-side-link sg-row sg-gap-12 sg-press"
      aria-current={isCurrent(entry, pathname) ? 'page' : undefined}
      onClick={() => pathname === entry.route && onSame()}
    >
      <Icon aria-hidden />
      <span className="sg-side-label sg-grow">{label}</span>
    </Link>
  );
  return (
    <li>
      {small ? (
        <Tooltip
          title={label}
          placement={directionOf(i18n.language) === 'rtl' ? 'left' : 'right'}
          // Inside the sidebar, so that it lies in a landmark.
          getPopupContainer={(entry) => entry.closest<HTMLElement>('.sg-side') ?? document.body}
        >
          {link}
        </Tooltip>
      ) : (
        link
      )}
    </li>
  );
}

/** The 13 entries and the contact button. `small`: icons only, the labels stay for a screen reader and the tooltip. */
function Entries({ small, onSame }: { small: boolean; onSame: () => void }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const [open, setOpen] = useState(true);
  const groupId = useId();
  const report = MENU.filter((entry) => entry.group === 'report');
  const inReport = report.some((entry) => isCurrent(entry, pathname));
  const shown = small || open;
  return (
    <>
      <nav className="sg-side-nav" aria-label={t('shell.main_menu')}>
        <ul>
          {MENU.filter((entry) => !entry.group).map((entry) => (
            <Entry key={entry.route} entry={entry} small={small} onSame={onSame} />
          ))}
          <li>
            {small ? (
              <hr className="sg-side-rule" />
            ) : (
              <button
                type="button"
                className="sg-side-link sg-side-group sg-row sg-gap-12 sg-press"
                aria-expanded={open}
                aria-controls={groupId}
                data-within={inReport}
                onClick={() => setOpen(!open)}
              >
                <FundOutlined aria-hidden />
                <span className="sg-side-label sg-grow">{t('menu.report')}</span>
                <DownOutlined aria-hidden className="sg-side-caret" />
              </button>
            )}
            <ul id={groupId} className="sg-side-sub" hidden={!shown} aria-label={t('menu.report')}>
              {report.map((entry) => (
                <Entry key={entry.route} entry={entry} small={small} onSame={onSame} />
              ))}
            </ul>
          </li>
        </ul>
      </nav>
      <div className="sg-side-foot">
        <Link to="/settings" className="sg-side-contact sg-row" aria-label={small ? t('menu.contact') : undefined}>
          <CustomerServiceOutlined aria-hidden />
          {!small && <span>{t('menu.contact')}</span>}
        </Link>
      </div>
    </>
  );
}

export function Sidebar({ onSame }: { onSame: () => void }) {
  const small = useLayoutOptions()['data-sidebar-size'].startsWith('sm');
  return (
    <aside className="sg-side" data-small={small}>
      <Link to="/home" className="sg-side-brand sg-row" aria-label="Skilgrid">
        {small ? <Mark /> : <Logo />}
      </Link>
      <Entries small={small} onSame={onSame} />
    </aside>
  );
}

/** At 767 px or less: a modal dialog, so that focus stays inside and Esc closes it. */
export function MenuSheet(props: { open: boolean; onClose: () => void; onSame: () => void }) {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (props.open && !element.open) element.showModal();
    if (!props.open && element.open) element.close();
  }, [props.open]);
  return (
    <dialog
      ref={dialog}
      className="sg-sheet"
      aria-label={t('shell.main_menu')}
      onClose={props.onClose}
      onClick={(event) => event.target === dialog.current && props.onClose()}
    >
      <div className="sg-side" data-small={false}>
        <div className="sg-sheet-head sg-row sg-between">
          <span className="sg-side-brand sg-row">
            <Logo />
          </span>
          <button type="button" className="sg-icon-button" aria-label={t('shell.close_menu')} onClick={props.onClose}>
            <CloseOutlined aria-hidden />
          </button>
        </div>
        <Entries
          small={false}
          onSame={() => {
            props.onSame();
            props.onClose();
          }}
        />
      </div>
    </dialog>
  );
}
