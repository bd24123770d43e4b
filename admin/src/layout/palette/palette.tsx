import { ClockCircleOutlined, EnterOutlined, SearchOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useEffect, useEffectEvent, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { keepRecent, readRecent } from '@/api/recent';
import { entriesFor, useCommands, useScreens, type Entry } from './entries';
import { useFound } from './found';
import './palette.css';

interface Group {
  readonly name: string;
  readonly entries: readonly Entry[];
}

/**
 * Search box and palette (screens.md §2): screens, commands, and the records that the asker may see. Ctrl/⌘ K opens it,
 * arrows and Enter choose, Esc leaves (a modal dialog of the browser's own).
 */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  const [query, setQuery] = useState('');
  /** What the arrows chose, by its key: rows that arrive move nothing. */
  const [at, setAt] = useState<string | null>(null);
  const [owed, setOwed] = useState(false);
  const listId = useId();

  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);

  const found = useFound(query);
  const local = useLocalGroups(query);
  const groups = [...local, ...found.groups.map(({ kind, entries }) => ({ name: kind, entries }))];
  const entries = groups.flatMap((group) => group.entries);
  const chosen = Math.max(
    0,
    entries.findIndex(({ key }) => key === at),
  );
  const ofScreens = local.reduce((sum, group) => sum + group.entries.length, 0);
  const nothing = entries.length === 0 && found.state !== 'waiting' && found.state !== 'failed';

  const go = (entry: Entry | undefined) => {
    if (!entry) return;
    // By the dialog's own way, which gives the focus back where it was.
    dialog.current?.close();
    if (entry.act) return entry.act();
    if (!entry.route) return;
    if (!entry.key.startsWith('all ')) keepRecent(recentOf(entry));
    void navigate(entry.route);
  };
  const keys = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && entries.length > 0) {
      event.preventDefault();
      setAt(entries[(chosen + step + entries.length) % entries.length]!.key);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      // What stands there was found for other words: what is found for these is opened when it comes.
      if (found.state === 'waiting' && chosen >= ofScreens) setOwed(true);
      else go(entries[chosen]);
    }
  };
  const openOwed = useEffectEvent(() => {
    setOwed(false);
    go(entries[chosen]);
  });
  useEffect(() => {
    if (owed && found.state === 'done') openOwed();
  }, [owed, found.state]);
  useEffect(() => {
    dialog.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);

  return (
    <dialog
      ref={dialog}
      className="sg-palette"
      aria-label={t('shell.search')}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
    >
      <div className="sg-palette-field sg-line-below">
        <Input
          autoFocus
          variant="borderless"
          size="large"
          prefix={<SearchOutlined aria-hidden />}
          suffix={<kbd aria-hidden="true">Esc</kbd>}
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={entries[chosen] ? `${listId}-${chosen}` : undefined}
          aria-label={t('shell.search')}
          placeholder={t('palette.hint')}
          value={query}
          maxLength={200}
          onChange={(event) => {
            setQuery(event.target.value);
            setAt(null);
            setOwed(false);
          }}
          onKeyDown={keys}
        />
      </div>
      <div id={listId} role="listbox" aria-label={t('shell.search')} className="sg-palette-list">
        {groups.map((group, place) => (
          <div key={group.name} role="group" aria-labelledby={`${listId}-${group.name}`}>
            <div id={`${listId}-${group.name}`} className="sg-palette-group sg-tiny sg-semi sg-soft">
              {t(`palette.groups.${group.name}`)}
            </div>
            {group.entries.map((entry, within) => {
              const index = groups.slice(0, place).reduce((sum, each) => sum + each.entries.length, within);
              return (
                <Option
                  key={entry.key}
                  id={`${listId}-${index}`}
                  entry={entry}
                  isChosen={index === chosen}
                  onPoint={() => setAt(entry.key)}
                  onGo={() => go(entry)}
                />
              );
            })}
          </div>
        ))}
      </div>
      <p
        className={nothing || found.state === 'failed' ? 'sg-soft sg-palette-none' : 'sg-visually-hidden'}
        role="status"
      >
        {found.state === 'waiting' && t('palette.waiting')}
        {nothing && t('palette.none', { query })}
        {!nothing && found.state === 'done' && t('palette.count', { count: entries.length })}
        {found.state === 'failed' && (
          <>
            {t('palette.failed')}{' '}
            <Button type="link" size="small" onClick={found.retry}>
              {t('kit.retry')}
            </Button>
          </>
        )}
      </p>
    </dialog>
  );
}

interface OptionProps {
  readonly id: string;
  readonly entry: Entry;
  readonly isChosen: boolean;
  readonly onPoint: () => void;
  readonly onGo: () => void;
}

function Option({ id, entry, isChosen, onPoint, onGo }: OptionProps) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      className="sg-palette-entry sg-row sg-gap-12"
      onMouseMove={onPoint}
      onClick={onGo}
    >
      <entry.icon aria-hidden />
      <span className="sg-row sg-baseline sg-grow sg-gap-8">
        <bdi className="sg-clip">{entry.label}</bdi>
        {entry.note && <span className="sg-tiny sg-soft">{entry.note}</span>}
      </span>
      {entry.code && (
        <code dir="ltr" className="sg-fixed sg-tiny sg-soft">
          {entry.code}
        </code>
      )}
      {isChosen && <EnterOutlined aria-hidden className="sg-mirror" />}
    </div>
  );
}

/** What needs no asking: with nothing typed what was opened lately and the screens, then the screens and commands so called. */
function useLocalGroups(query: string): readonly Group[] {
  const [screens, commands] = [useScreens(), useCommands()];
  const recent = useMemo(() => readRecent(), []);
  const isEmpty = query.trim() === '';
  const groups: Group[] = isEmpty
    ? [
        { name: 'recent', entries: recent.map((each) => entryOf(each, screens)) },
        { name: 'screens', entries: screens },
        { name: 'commands', entries: commands },
      ]
    : [
        { name: 'screens', entries: entriesFor(query, screens) },
        { name: 'commands', entries: entriesFor(query, commands) },
      ];
  return groups.filter(({ entries }) => entries.length > 0);
}

/** A screen is called as it is in the language of now; a record as it was then. */
function entryOf({ route, name, code }: ReturnType<typeof readRecent>[number], screens: readonly Entry[]): Entry {
  const screen = screens.find((each) => each.route === route);
  return { key: `recent ${route}`, route, label: screen?.label ?? name, code: code ?? null, icon: ClockCircleOutlined };
}

const recentOf = ({ route, label, code }: Entry) => ({ route: route!, name: label, ...(code && { code }) });
