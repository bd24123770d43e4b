/**
 * Decides which pages were seen: what a reader claims, as far as time allows it. A page takes a second, which nobody reads
 * faster; so no client can claim a document in the moment in which it is opened. Pages never fall, and never exceed the
 * document. That somebody looked at a page is all that can be known: that they understood it they say themselves.
 */
export const PAGE_MS = 1_000;
/** Time that passed before stays claimable to this extent: a reader that was away for a minute sends what it has. */
export const CARRIED_MS = 30_000;

export interface Seeing {
  /** In their order. */
  seen: readonly number[];
  claimed: readonly number[];
  /** Of the document. */
  pages: number;
  /** Since the last claim that was taken, or since it was opened. */
  wallMs: number;
  /** `spareMs` of the last claim. */
  spareMs: number;
}

export function takePages({ seen, claimed, pages, wallMs, spareMs }: Seeing): { seen: number[]; spareMs: number } {
  const known = new Set(seen);
  const fresh = [...new Set(claimed)].filter((page) => page >= 1 && page <= pages && !known.has(page));
  const time = Math.max(0, spareMs) + Math.max(0, wallMs);
  const taken = fresh.toSorted((a, b) => a - b).slice(0, Math.floor(time / PAGE_MS));
  for (const page of taken) known.add(page);
  return {
    seen: [...known].toSorted((a, b) => a - b),
    spareMs: Math.min(CARRIED_MS, time - taken.length * PAGE_MS),
  };
}

/** What could not be counted is seen by being opened, as an address is. */
export const pagesOf = (counted: number | null): number => counted ?? 1;
