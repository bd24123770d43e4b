import { DownOutlined, FundOutlined, UpOutlined } from '@ant-design/icons';
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useLayoutOptions } from '@/theme/layout-options';
import { isCurrent, useMenu } from '@/crud/app-routes';
import { Contact, Entry, IconTip } from './menu-entries';
import './menu-bar.css';

/** Layout horizontal: the 13 entries and the contact button in a bar under the topbar. */
export function MenuBar({ onSame }: { onSame: () => void }) {
  const { t } = useTranslation();
  const main = useMenu('main');
  const bar = useRef<HTMLElement>(null);
  // What sm-hover shows under the pointer and the keyboard the tooltips of sm say.
  const small = useLayoutOptions()['data-sidebar-size'].startsWith('sm');
  useHeightKnown(bar);
  return (
    <aside ref={bar} className="sg-side sg-menubar sg-row sg-gap-8" data-small={small}>
      <nav className="sg-grow" aria-label={t('shell.main_menu')}>
        <ul className={small ? 'sg-wrap sg-center sg-gap-4' : 'sg-wrap'}>
          {main.map((entry) => (
            <Entry key={entry.path} entry={entry} small={small} below onSame={onSame} />
          ))}
          <ReportMenu small={small} onSame={onSame} />
        </ul>
      </nav>
      <Contact small={small} />
    </aside>
  );
}

/** A list that its button opens: by click, Enter, Space or arrow down; Esc, another page, or leaving it closes it. */
function ReportMenu({ small, onSame }: { small: boolean; onSame: () => void }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const reports = useMenu('report');
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLLIElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const listId = useId();
  useEffect(() => setOpen(false), [pathname]);
  useEffect(() => {
    if (!open) return;
    const away = (event: PointerEvent) => !place.current?.contains(event.target as Node) && setOpen(false);
    addEventListener('pointerdown', away);
    return () => removeEventListener('pointerdown', away);
  }, [open]);

  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) {
      setOpen(false);
      button.current?.focus();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    setOpen(true);
    // Once they are there to be focused.
    requestAnimationFrame(() => {
      const links = [...(place.current?.querySelectorAll('a') ?? [])];
      const at = links.indexOf(document.activeElement as HTMLAnchorElement);
      links[(at < 0 && step < 0 ? links.length - 1 : at + step + links.length) % links.length]?.focus();
    });
  };
  const opener = (
    <button
      ref={button}
      type="button"
      className="sg-side-link sg-side-group sg-press sg-row sg-gap-12"
      aria-expanded={open}
      aria-controls={listId}
      data-within={reports.some((entry) => isCurrent(entry, pathname))}
      onClick={() => setOpen(!open)}
    >
      {small && <FundOutlined aria-hidden />}
      <span className="sg-side-label">{t('menu.report')}</span>
      {open ? (
        <UpOutlined aria-hidden className="sg-side-caret" />
      ) : (
        <DownOutlined aria-hidden className="sg-side-caret" />
      )}
    </button>
  );
  return (
    <li
      ref={place}
      className="sg-menubar-group"
      onKeyDown={keys}
      onBlur={(event) => event.relatedTarget && !place.current?.contains(event.relatedTarget) && setOpen(false)}
    >
      {small ? (
        <IconTip title={open ? '' : t('menu.report')} below>
          {opener}
        </IconTip>
      ) : (
        opener
      )}
      <ul id={listId} className="sg-menubar-sub" hidden={!open} aria-label={t('menu.report')}>
        {reports.map((entry) => (
          <Entry key={entry.path} entry={entry} small={false} onSame={onSame} />
        ))}
      </ul>
    </li>
  );
}

/** `--sg-bar` on the root element: how much of the window's height the bar takes, for what sticks below it. */
function useHeightKnown(bar: React.RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty('--sg-bar', `${bar.current?.offsetHeight ?? 0}px`));
    if (bar.current) observer.observe(bar.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--sg-bar');
    };
  }, [bar]);
}
