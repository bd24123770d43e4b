import { keepPreviousData } from '@tanstack/react-query';
import type { SearchHit, SearchKind } from '@contract/search';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useSession } from '@/api/use-session';
import { useApiQuery } from '@/api/use-api-query';
import { useDebouncedValue } from '@/components/use-debounced-value';
import { useModules } from '@/crud/crud-context';
import type { ResourceModule } from '@/crud/resource-module';
import type { PaletteEntry } from './entries';

const TYPING_PAUSE_MS = 150;

interface RecordGroup {
  readonly kind: SearchKind;
  readonly entries: readonly PaletteEntry[];
}
interface RecordSearch {
  readonly groups: readonly RecordGroup[];
  readonly state: 'idle' | 'waiting' | 'done' | 'failed';
  readonly retry: () => void;
}

/** Searches records after a pause in typing; previous results stay until then. */
export function useRecordSearch(query: string): RecordSearch {
  const { t } = useTranslation();
  const modules = useModules();
  const q = useDebouncedValue(query.trim(), TYPING_PAUSE_MS);
  const { role } = useSession();
  // Platform staff have no records: they search screens and commands.
  const canSearch = role === 'admin' || role === 'user';
  const enabled = q !== '' && canSearch;
  const search = useApiQuery('search', { q }, { enabled, placeholderData: keepPreviousData, staleTime: 30_000 });
  const isTyped = query.trim() !== '' && canSearch;
  const isStale = isTyped && (q !== query.trim() || search.isPlaceholderData || search.isLoading);
  const groups =
    isTyped && enabled
      ? (search.data?.found ?? []).map((group) => toRecordGroup(group, q, t, modules.get(group.kind)!))
      : [];
  const state = !isTyped ? 'idle' : search.isError && !isStale ? 'failed' : isStale ? 'waiting' : 'done';
  return { groups, state, retry: () => void search.refetch() };
}

function toRecordGroup(
  { kind, rows, more }: { kind: SearchKind; rows: readonly SearchHit[]; more: boolean },
  q: string,
  t: TFunction,
  { route, icon, showPage }: ResourceModule,
): RecordGroup {
  const entries = rows.map(({ id, code, name, status }): PaletteEntry => {
    const isPlain = status === null || status === 'active' || status === 'published';
    return {
      key: `${kind} ${id}`,
      label: kind === 'questions' ? collapseWhitespace(name) : name,
      icon,
      code,
      route: showPage?.(id) ?? `${route}?show=${encodeURIComponent(id)}`,
      ...(!isPlain && { note: t(`${kind}.choices.status.${status}`) }),
    };
  });
  const allEntry = { key: `all ${kind}`, label: t('palette.all'), icon, route: `${route}?q=${encodeURIComponent(q)}` };
  return { kind, entries: more ? [...entries, allEntry] : entries };
}

const collapseWhitespace = (text: string): string => text.replace(/\s+/g, ' ');
