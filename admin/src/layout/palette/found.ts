import { keepPreviousData } from '@tanstack/react-query';
import type { Found, SearchedKind } from '@contract/search';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useSession } from '@/api/use-session';
import { useApiQuery } from '@/api/use-api-query';
import { useSettled } from '@/components/settled';
import { useModules } from '@/crud/kit-context';
import type { ResourceModule } from '@/crud/module';
import type { Entry } from './entries';

const TYPING_PAUSE_MS = 150;

interface FoundGroup {
  readonly kind: SearchedKind;
  readonly entries: readonly Entry[];
}
interface FoundRecords {
  readonly groups: readonly FoundGroup[];
  readonly state: 'idle' | 'waiting' | 'done' | 'failed';
  readonly retry: () => void;
}

/** Records by the beginnings of their words, once typing pauses; what was found before stays until then. */
export function useFound(query: string): FoundRecords {
  const { t } = useTranslation();
  const modules = useModules();
  const q = useSettled(query.trim(), TYPING_PAUSE_MS);
  const { role } = useSession();
  // Platform staff belong to no organisation: they find screens and commands.
  const finds = role === 'admin' || role === 'user';
  const enabled = q !== '' && finds;
  const asked = useApiQuery('search', { q }, { enabled, placeholderData: keepPreviousData, staleTime: 30_000 });
  const isTyped = query.trim() !== '' && finds;
  const behind = isTyped && (q !== query.trim() || asked.isPlaceholderData || asked.isLoading);
  const groups =
    isTyped && enabled ? (asked.data?.found ?? []).map((group) => groupOf(group, q, t, modules.get(group.kind)!)) : [];
  const state = !isTyped ? 'idle' : asked.isError && !behind ? 'failed' : behind ? 'waiting' : 'done';
  return { groups, state, retry: () => void asked.refetch() };
}

function groupOf(
  { kind, rows, more }: { kind: SearchedKind; rows: readonly Found[]; more: boolean },
  q: string,
  t: TFunction,
  { route, icon, showPage }: ResourceModule,
): FoundGroup {
  const entries = rows.map(({ id, code, name, status }): Entry => {
    const isPlain = status === null || status === 'active' || status === 'published';
    return {
      key: `${kind} ${id}`,
      label: kind === 'questions' ? inOneLine(name) : name,
      icon,
      code,
      route: showPage?.(id) ?? `${route}?show=${encodeURIComponent(id)}`,
      ...(!isPlain && { note: t(`${kind}.choices.status.${status}`) }),
    };
  });
  const all = { key: `all ${kind}`, label: t('palette.all'), icon, route: `${route}?q=${encodeURIComponent(q)}` };
  return { kind, entries: more ? [...entries, all] : entries };
}

const inOneLine = (text: string): string => text.replace(/\s+/g, ' ');
