import { EnterOutlined, KeyOutlined, PlayCircleOutlined, SearchOutlined, SettingOutlined } from '@ant-design/icons';
import { useEffect, useId, useMemo, useRef, useState, type ComponentType, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { modules } from '../resources';
import { currentRole } from '@/client/who';
import { MENU, USER_MENU } from './menu';
import './palette.css';

interface Target {
  route: string;
  label: string;
  icon: ComponentType<{ 'aria-hidden'?: boolean }>;
}

const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Every screen by name. Ctrl/⌘ K opens it, arrows and Enter choose, Esc leaves (a modal dialog of the browser's own). */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const listId = useId();

  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);

  const targets = useMemo<Target[]>(() => {
    const platform = currentRole() === 'platform' ? USER_MENU.platform : [];
    const all: Target[] = [
      ...MENU.map((entry) => ({ route: entry.route, label: t(entry.labelKey), icon: entry.icon })),
      { route: '/my-training', label: t('menu.my_training'), icon: PlayCircleOutlined },
      { route: '/settings', label: t('menu.settings'), icon: SettingOutlined },
      { route: '/update-password', label: t('menu.reset_password'), icon: KeyOutlined },
      ...platform.map((entry) => ({ route: entry.route as string, label: t(entry.labelKey), icon: SettingOutlined })),
    ];
    const known = new Set(all.map((target) => target.route));
    for (const module of modules)
      if (!known.has(module.route)) all.push({ route: module.route, label: t(module.labelKey), icon: module.icon });
    return all;
  }, [t]);
  const words = fold(query).split(/\s+/).filter(Boolean);
  const found = targets.filter((target) =>
    words.every((word) => fold(`${target.label} ${target.route}`).includes(word)),
  );
  const chosen = Math.min(at, found.length - 1);

  const go = (target: Target | undefined) => {
    if (!target) return;
    onClose();
    void navigate(target.route);
  };
  const keys = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && found.length > 0) {
      event.preventDefault();
      setAt((chosen + step + found.length) % found.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      go(found[chosen]);
    }
  };
  useEffect(() => {
    dialog.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);

  return (
    <dialog
      ref={dialog}
      className="sg-palette"
      aria-label={t('shell.search')}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className="sg-palette-field sg-row sg-gap-12">
        <SearchOutlined aria-hidden />
        <input
          autoFocus
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={found[chosen] ? `${listId}-${chosen}` : undefined}
          aria-label={t('shell.search')}
          placeholder={t('shell.search_hint')}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setAt(0);
          }}
          onKeyDown={keys}
        />
        <kbd aria-hidden="true">Esc</kbd>
      </div>
      <ul id={listId} role="listbox" aria-label={t('shell.search')}>
        {found.map((target, index) => (
          <li
            key={target.route}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === chosen}
            onMouseMove={() => setAt(index)}
            onClick={() => go(target)}
          >
            <target.icon aria-hidden />
            <span>{target.label}</span>
            <code dir="ltr">{target.route}</code>
            {index === chosen && <EnterOutlined aria-hidden className="sg-mirror" />}
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <p className="sg-palette-none" role="status">
          {t('shell.search_none', { query })}
        </p>
      )}
    </dialog>
  );
}
