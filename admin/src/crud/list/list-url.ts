import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { ResourceDefinition } from '@contract/resource';
import { readListState, writeListState, type ListState } from './list-state';

/** The list's state, kept in the address and nowhere else: Back steps through it, a copied link shows the same rows. */
export function useListState(
  definition: ResourceDefinition,
): [ListState, (next: ListState, replace?: boolean) => void] {
  const [query, setQuery] = useSearchParams();
  const state = useMemo(() => readListState(definition, query), [definition, query]);
  const change = useCallback(
    (next: ListState, replace = false) =>
      setQuery((current) => writeListState(definition, next, current), { replace, preventScrollReset: true }),
    [definition, setQuery],
  );
  return [state, change];
}

/** One key of the address: `?edit=…`, `?show=…`. Opening adds a step to the history, so that Back closes. */
export function useUrlKey(key: string): [string | null, (value: string | null) => void] {
  const [query, setQuery] = useSearchParams();
  const change = useCallback(
    (value: string | null) =>
      setQuery(
        (current) => {
          const next = new URLSearchParams(current);
          // A drawer takes the place of another: never two at once.
          next.delete('show');
          next.delete('edit');
          if (value !== null) next.set(key, value);
          return next;
        },
        { preventScrollReset: true },
      ),
    [key, setQuery],
  );
  return [query.get(key), change];
}
