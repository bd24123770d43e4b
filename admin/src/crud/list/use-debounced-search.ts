import { useEffect, useEffectEvent, useState } from 'react';
import { useDebouncedValue } from '@/components/use-debounced-value';

const TYPING_PAUSE_MS = 250;

/** Searches sent by this box that have not yet arrived as `q`; the user may type on meanwhile. */
export class PendingSearches {
  private pending: string[] = [];

  add(q: string): void {
    this.pending.push(q);
  }

  /** The value that `q` will have. */
  latest(q: string): string {
    return this.pending.at(-1) ?? q;
  }

  /** @returns whether this box sent the search; drops it and earlier ones */
  acknowledge(q: string): boolean {
    const index = this.pending.indexOf(q);
    this.pending = index < 0 ? [] : this.pending.slice(index + 1);
    return index >= 0;
  }
}

/**
 * The text of a search box. Searches after a pause in typing. If `q` changes elsewhere (Back, cleared filter, menu),
 * the box follows without searching. Its own searches do not overwrite what was typed since.
 */
export function useDebouncedSearch(q: string, search: (q: string) => void): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(q);
  const [pendingSearches] = useState(() => new PendingSearches());
  const debounced = useDebouncedValue(typed, TYPING_PAUSE_MS);
  useEffect(() => {
    if (!pendingSearches.acknowledge(q)) setTyped(q);
  }, [q, pendingSearches]);
  const handlePause = useEffectEvent((text: string) => {
    const query = text.trim();
    if (text !== typed || query === pendingSearches.latest(q)) return;
    pendingSearches.add(query);
    search(query);
  });
  useEffect(() => handlePause(debounced), [debounced]);
  return [typed, setTyped];
}
