import { DownOutlined, FundOutlined, UpOutlined } from '@ant-design/icons';
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useLayoutOptions } from '@/theme/layout-options';
import { isCurrentRoute, useMenuRoutes } from '@/crud/app-routes';
import { ContactLink, MenuEntry, IconTooltip } from './menu-entries';
import './menu-bar.css';

/** Horizontal layout: the 13 entries and the contact button in a bar below the topbar. */
export function MenuBar({ onReselect }: { onReselect: () => void }) {
  const { t } = useTranslation();
  const main = useMenuRoutes('main');
  const bar = useRef<HTMLElement>(null);
  // The bar shows sm-hover like sm: tooltips replace the expanding labels.
  const small = useLayoutOptions()['data-sidebar-size'].startsWith('sm');
  useMenuBarHeight(bar);
  return (
    <aside ref={bar} className="sg-side sg-menubar sg-row sg-gap-8" data-small={small}>
      <nav className="sg-grow" aria-label={t('shell.main_menu')}>
        <ul className={small ? 'sg-wrap sg-center sg-gap-4' : 'sg-wrap'}>
          {main.map((entry) => (
            <MenuEntry key={entry.path} entry={entry} small={small} tooltipBelow onReselect={onReselect} />
          ))}
          <ReportMenu small={small} onReselect={onReselect} />
        </ul>
      </nav>
      <ContactLink small={small} />
    </aside>
  );
}

/** Dropdown of the reports. Opens by click, Enter, Space or arrow keys; Escape, navigation or leaving it closes it. */
function ReportMenu({ small, onReselect }: { small: boolean; onReselect: () => void }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const reports = useMenuRoutes('report');
  const [open, setOpen] = useState(false);
  const container = useRef<HTMLLIElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const listId = useId();
  useEffect(() => setOpen(false), [pathname]);
  useEffect(() => {
    if (!open) return;
    const handlePointerDown = (event: PointerEvent) =>
      !container.current?.contains(event.target as Node) && setOpen(false);
    addEventListener('pointerdown', handlePointerDown);
    return () => removeEventListener('pointerdown', handlePointerDown);
  }, [open]);

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) {
      setOpen(false);
      button.current?.focus();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    setOpen(true);
    // After the list is rendered.
    requestAnimationFrame(() => {
      const links = [...(container.current?.querySelectorAll('a') ?? [])];
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
      data-within={reports.some((entry) => isCurrentRoute(entry, pathname))}
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
      ref={container}
      className="sg-menubar-group"
      onKeyDown={handleKeyDown}
      onBlur={(event) => event.relatedTarget && !container.current?.contains(event.relatedTarget) && setOpen(false)}
    >
      {small ? (
        <IconTooltip title={open ? '' : t('menu.report')} tooltipBelow>
          {opener}
        </IconTooltip>
      ) : (
        opener
      )}
      <ul id={listId} className="sg-menubar-sub" hidden={!open} aria-label={t('menu.report')}>
        {reports.map((entry) => (
          <MenuEntry key={entry.path} entry={entry} small={false} onReselect={onReselect} />
        ))}
      </ul>
    </li>
  );
}

/** Sets `--sg-bar` on the root element to the bar's height, for sticky elements below. */
function useMenuBarHeight(bar: React.RefObject<HTMLElement | null>): void {
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
