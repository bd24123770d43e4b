import { ClockCircleOutlined, EnterOutlined, SearchOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useEffect, useEffectEvent, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { addRecentItem, readRecentItems } from '@/api/recent-items';
import { filterEntries, useCommandEntries, useScreenEntries, type PaletteEntry } from './entries';
import { useRecordSearch } from './use-record-search';
import './palette.css';

interface EntryGroup {
  readonly name: string;
  readonly entries: readonly PaletteEntry[];
}

/**
 * Search palette: screens, commands and records of the current user. Ctrl/⌘ K opens it, arrows and Enter choose, Escape
 * closes the native dialog.
 */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  const [query, setQuery] = useState('');
  /** Key of the entry chosen by the arrow keys: new rows do not move it. */
  const [selectedKey, setSelectedKey] = useState<string | null>(null);
  const [opensWhenLoaded, setOpensWhenLoaded] = useState(false);
  const listId = useId();

  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);

  const search = useRecordSearch(query);
  const localGroups = useLocalGroups(query);
  const groups = [...localGroups, ...search.groups.map(({ kind, entries }) => ({ name: kind, entries }))];
  const entries = groups.flatMap((group) => group.entries);
  const chosen = Math.max(
    0,
    entries.findIndex(({ key }) => key === selectedKey),
  );
  const localCount = localGroups.reduce((sum, group) => sum + group.entries.length, 0);
  const isEmpty = entries.length === 0 && search.state !== 'waiting' && search.state !== 'failed';

  const openEntry = (entry: PaletteEntry | undefined) => {
    if (!entry) return;
    // Closing the dialog returns the focus to its origin.
    dialog.current?.close();
    if (entry.act) return entry.act();
    if (!entry.route) return;
    if (!entry.key.startsWith('all ')) addRecentItem(toRecentItem(entry));
    void navigate(entry.route);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && entries.length > 0) {
      event.preventDefault();
      setSelectedKey(entries[(chosen + step + entries.length) % entries.length]!.key);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      // The visible records belong to the previous text: Enter opens the result when it has loaded.
      if (search.state === 'waiting' && chosen >= localCount) setOpensWhenLoaded(true);
      else openEntry(entries[chosen]);
    }
  };
  const openPendingEntry = useEffectEvent(() => {
    setOpensWhenLoaded(false);
    openEntry(entries[chosen]);
  });
  useEffect(() => {
    if (opensWhenLoaded && search.state === 'done') openPendingEntry();
  }, [opensWhenLoaded, search.state]);
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
            setSelectedKey(null);
            setOpensWhenLoaded(false);
          }}
          onKeyDown={handleKeyDown}
        />
      </div>
      <div id={listId} role="listbox" aria-label={t('shell.search')} className="sg-palette-list">
        {groups.map((group, groupIndex) => (
          <div key={group.name} role="group" aria-labelledby={`${listId}-${group.name}`}>
            <div id={`${listId}-${group.name}`} className="sg-palette-group sg-tiny sg-semi sg-soft">
              {t(`palette.groups.${group.name}`)}
            </div>
            {group.entries.map((entry, entryIndex) => {
              const index = groups.slice(0, groupIndex).reduce((sum, each) => sum + each.entries.length, entryIndex);
              return (
                <PaletteOption
                  key={entry.key}
                  id={`${listId}-${index}`}
                  entry={entry}
                  isChosen={index === chosen}
                  onHover={() => setSelectedKey(entry.key)}
                  onOpen={() => openEntry(entry)}
                />
              );
            })}
          </div>
        ))}
      </div>
      <p
        className={isEmpty || search.state === 'failed' ? 'sg-soft sg-palette-none' : 'sg-visually-hidden'}
        role="status"
      >
        {search.state === 'waiting' && t('palette.waiting')}
        {isEmpty && t('palette.none', { query })}
        {!isEmpty && search.state === 'done' && t('palette.count', { count: entries.length })}
        {search.state === 'failed' && (
          <>
            {t('palette.failed')}{' '}
            <Button type="link" size="small" onClick={search.retry}>
              {t('kit.retry')}
            </Button>
          </>
        )}
      </p>
    </dialog>
  );
}

interface PaletteOptionProps {
  readonly id: string;
  readonly entry: PaletteEntry;
  readonly isChosen: boolean;
  readonly onHover: () => void;
  readonly onOpen: () => void;
}

function PaletteOption({ id, entry, isChosen, onHover, onOpen }: PaletteOptionProps) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      className="sg-palette-entry sg-row sg-gap-12"
      onMouseMove={onHover}
      onClick={onOpen}
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

/** Groups without a request: recent items and screens, or the screens and commands that match. */
function useLocalGroups(query: string): readonly EntryGroup[] {
  const [screens, commands] = [useScreenEntries(), useCommandEntries()];
  const recent = useMemo(() => readRecentItems(), []);
  const isEmpty = query.trim() === '';
  const groups: EntryGroup[] = isEmpty
    ? [
        { name: 'recent', entries: recent.map((each) => toRecentEntry(each, screens)) },
        { name: 'screens', entries: screens },
        { name: 'commands', entries: commands },
      ]
    : [
        { name: 'screens', entries: filterEntries(query, screens) },
        { name: 'commands', entries: filterEntries(query, commands) },
      ];
  return groups.filter(({ entries }) => entries.length > 0);
}

/** Screens use their current label; records the stored name. */
function toRecentEntry(
  { route, name, code }: ReturnType<typeof readRecentItems>[number],
  screens: readonly PaletteEntry[],
): PaletteEntry {
  const screen = screens.find((each) => each.route === route);
  return { key: `recent ${route}`, route, label: screen?.label ?? name, code: code ?? null, icon: ClockCircleOutlined };
}

const toRecentItem = ({ route, label, code }: PaletteEntry) => ({ route: route!, name: label, ...(code && { code }) });
