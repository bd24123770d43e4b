import { useQueries, useQuery } from '@tanstack/react-query';
import type { ResourceDefinition } from '@contract/resource';
import { dataProvider } from '@/api/data';
import { nameKey } from '@/api/query-keys';
import { useDefinition, useModules } from './kit-context';
import { rowTitle, useWords } from '@/components/words';

/**
 * What the rows behind ids are called. A page of a list asks for each cell by itself; what is asked within a moment
 * goes out as one call per resource.
 */
type Waiting = { ids: Set<string>; answer: Promise<Map<string, Record<string, unknown>>> };
const waiting = new Map<string, Waiting>();
const MOMENT_MS = 8;
const FRESH_MS = 60_000;

function rowOf(resource: string, id: string): Promise<Record<string, unknown> | null> {
  let group = waiting.get(resource);
  if (!group) {
    const ids = new Set<string>();
    const answer = new Promise<void>((go) => setTimeout(go, MOMENT_MS)).then(async () => {
      waiting.delete(resource);
      const { data } = await dataProvider.getMany!({ resource, ids: [...ids] });
      return new Map(data.map((row) => [String(row.id), row as Record<string, unknown>]));
    });
    group = { ids, answer };
    waiting.set(resource, group);
  }
  group.ids.add(id);
  // null, not undefined: react-query takes undefined for a mistake.
  return group.answer.then((rows) => rows.get(id) ?? null);
}

const query = (resource: string, id: string) => ({
  queryKey: nameKey(resource, id),
  queryFn: () => rowOf(resource, id),
  staleTime: FRESH_MS,
  // All names of a page come by one call, no cell has a Retry, and one without a name says that there is none.
  retry: 1,
});

/** The name of one row: undefined while it is fetched, null when there is none (or it may not be seen). */
export function useRowName(resource: string, id: string | null | undefined): string | null | undefined {
  const definition = useDefinition(resource);
  const { data, isError } = useQuery({ ...query(resource, id ?? ''), enabled: Boolean(id) });
  if (isError) return null;
  return data === undefined ? undefined : data && rowTitle(definition, data);
}

/** The row itself; undefined while it is fetched, null when there is none. */
export function useRow(resource: string, id: string): Readonly<Record<string, unknown>> | null | undefined {
  const { data, isError } = useQuery(query(resource, id));
  return isError ? null : data;
}

export function useRowNames(resource: string, ids: readonly string[]): ReadonlyMap<string, string> {
  const definition = useDefinition(resource);
  return useQueries({
    queries: ids.map((id) => query(resource, id)),
    combine: (results) =>
      new Map(
        results.flatMap(({ data }, index) =>
          data && ids[index] !== undefined ? [[ids[index], rowTitle(definition, data)] as const] : [],
        ),
      ),
  });
}

/**
 * What people call these rows, also where a row is named by others (an assignment: by its person and its training).
 * Until those names are there, the row's own id stands in.
 */
export function useRowTitles(
  definition: ResourceDefinition,
  rows: readonly Readonly<Record<string, unknown>>[],
): (row: Readonly<Record<string, unknown>>) => string {
  const modules = useModules();
  const ownWords = useWords(definition);
  const named = definition.title.filter((name) => definition.fields[name]?.kind === 'ref');
  const wanted = named.flatMap((name) => {
    const resource = definition.fields[name]?.resource ?? '';
    const ids = new Set(rows.map((row) => row[name]).filter((id) => typeof id === 'string'));
    return [...ids].map((id) => ({ resource, id }));
  });
  const names = useQueries({
    queries: wanted.map(({ resource, id }) => query(resource, id)),
    combine: (results) =>
      new Map(
        results.flatMap(({ data }, index) => {
          const at = wanted[index];
          return data && at ? [[at.id, rowTitle(modules.get(at.resource)?.definition, data)] as const] : [];
        }),
      ),
  });
  return (row) => {
    if (named.length === 0) return ownWords.rowTitle(row);
    const words = definition.title.flatMap((name) => {
      const value = row[name];
      if (typeof value !== 'string' || value === '') return [];
      return named.includes(name) ? (names.get(value) ?? []) : [value];
    });
    return words.join(' · ');
  };
}
