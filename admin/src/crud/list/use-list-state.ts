import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { ResourceDefinition } from '@contract/resource';
import { readListState, writeListState, type ListState } from './list-state';

/** The list's state, stored only in the address: Back steps through it, and links can be shared. */
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

/** A search parameter that opens a drawer (`?edit=…`, `?show=…`). Opening adds a history entry: Back closes it. */
export function useSearchParam(key: string): [string | null, (value: string | null) => void] {
  const [query, setQuery] = useSearchParams();
  const change = useCallback(
    (value: string | null) =>
      setQuery(
        (current) => {
          const next = new URLSearchParams(current);
          // A drawer replaces another one.
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
