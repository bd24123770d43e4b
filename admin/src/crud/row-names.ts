import { useQueries, useQuery } from '@tanstack/react-query';
import type { ResourceDefinition } from '@contract/resource';
import { dataProvider } from '@/api/data-provider';
import { rowNameKey } from '@/api/query-keys';
import { useDefinition, useModules } from './crud-context';
import { rowTitle, useResourceLabels } from '@/components/resource-labels';

/**
 * Display names of rows by id. Each cell asks separately; requests within a few milliseconds are batched into one call
 * per resource.
 */
type PendingBatch = { ids: Set<string>; answer: Promise<Map<string, Record<string, unknown>>> };
const pendingBatches = new Map<string, PendingBatch>();
const BATCH_DELAY_MS = 8;
const STALE_AFTER_MS = 60_000;

function fetchRow(resource: string, id: string): Promise<Record<string, unknown> | null> {
  let batch = pendingBatches.get(resource);
  if (!batch) {
    const ids = new Set<string>();
    const answer = new Promise<void>((resolve) => setTimeout(resolve, BATCH_DELAY_MS)).then(async () => {
      pendingBatches.delete(resource);
      const { data } = await dataProvider.getMany!({ resource, ids: [...ids] });
      return new Map(data.map((row) => [String(row.id), row as Record<string, unknown>]));
    });
    batch = { ids, answer };
    pendingBatches.set(resource, batch);
  }
  batch.ids.add(id);
  // null, because react-query rejects undefined.
  return batch.answer.then((rows) => rows.get(id) ?? null);
}

const rowQuery = (resource: string, id: string) => ({
  queryKey: rowNameKey(resource, id),
  queryFn: () => fetchRow(resource, id),
  staleTime: STALE_AFTER_MS,
  // One batch loads all names of a page and cells have no retry button.
  retry: 1,
});

/** The name of a row: undefined while loading, null if it does not exist or is not visible. */
export function useRowName(resource: string, id: string | null | undefined): string | null | undefined {
  const definition = useDefinition(resource);
  const { data, isError } = useQuery({ ...rowQuery(resource, id ?? ''), enabled: Boolean(id) });
  if (isError) return null;
  return data === undefined ? undefined : data && rowTitle(definition, data);
}

/** The row: undefined while loading, null if it does not exist. */
export function useRow(resource: string, id: string): Readonly<Record<string, unknown>> | null | undefined {
  const { data, isError } = useQuery(rowQuery(resource, id));
  return isError ? null : data;
}

/** Display names of rows by id. Rows that are not loaded yet are missing from the map. */
export function useRowNames(resource: string, ids: readonly string[]): ReadonlyMap<string, string> {
  const definition = useDefinition(resource);
  return useQueries({
    queries: ids.map((id) => rowQuery(resource, id)),
    combine: (results) =>
      new Map(
        results.flatMap(({ data }, index) =>
          data && ids[index] !== undefined ? [[ids[index], rowTitle(definition, data)] as const] : [],
        ),
      ),
  });
}

/**
 * Display names of rows, including rows named by references (an assignment by person and training). Until the
 * references are loaded, their ids are left out.
 */
export function useRowTitles(
  definition: ResourceDefinition,
  rows: readonly Readonly<Record<string, unknown>>[],
): (row: Readonly<Record<string, unknown>>) => string {
  const modules = useModules();
  const labels = useResourceLabels(definition);
  const referenceFields = definition.title.filter((name) => definition.fields[name]?.kind === 'ref');
  const references = referenceFields.flatMap((name) => {
    const resource = definition.fields[name]?.resource ?? '';
    const ids = new Set(rows.map((row) => row[name]).filter((id) => typeof id === 'string'));
    return [...ids].map((id) => ({ resource, id }));
  });
  const names = useQueries({
    queries: references.map(({ resource, id }) => rowQuery(resource, id)),
    combine: (results) =>
      new Map(
        results.flatMap(({ data }, index) => {
          const reference = references[index];
          return data && reference
            ? [[reference.id, rowTitle(modules.get(reference.resource)?.definition, data)] as const]
            : [];
        }),
      ),
  });
  return (row) => {
    if (referenceFields.length === 0) return labels.rowTitle(row);
    const parts = definition.title.flatMap((name) => {
      const value = row[name];
      if (typeof value !== 'string' || value === '') return [];
      return referenceFields.includes(name) ? (names.get(value) ?? []) : [value];
    });
    return parts.join(' · ');
  };
}
