/**
 * Accepts claimed pages as far as the elapsed time allows: one page per second, so a client cannot claim a whole
 * document on opening. Pages never decrease and never exceed the document.
 */
export const PAGE_MS = 1_000;
/** Unused time that stays claimable, for readers that send late. */
export const CARRY_OVER_MAX_MS = 30_000;

export interface PageClaim {
  /** Ascending. */
  seen: readonly number[];
  claimed: readonly number[];
  /** Number of pages of the document. */
  pages: number;
  /** Since the last accepted claim or the opening. */
  wallMs: number;
  /** From the last claim. */
  spareMs: number;
}

export function acceptPages({ seen, claimed, pages, wallMs, spareMs }: PageClaim): { seen: number[]; spareMs: number } {
  const seenPages = new Set(seen);
  const newPages = [...new Set(claimed)].filter((page) => page >= 1 && page <= pages && !seenPages.has(page));
  const time = Math.max(0, spareMs) + Math.max(0, wallMs);
  const accepted = newPages.toSorted((a, b) => a - b).slice(0, Math.floor(time / PAGE_MS));
  for (const page of accepted) seenPages.add(page);
  return {
    seen: [...seenPages].toSorted((a, b) => a - b),
    spareMs: Math.min(CARRY_OVER_MAX_MS, time - accepted.length * PAGE_MS),
  };
}

/** Uncounted documents and addresses count as one page. */
export const pageCount = (pages: number | null): number => pages ?? 1;
