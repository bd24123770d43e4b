import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Printable content; keep the object stable while the same content is shown. */
export interface Printable<Paper> {
  /** For the browser's print command, which cannot wait: what is loaded. */
  readonly immediate: () => Paper;
  /** Loads everything. Throws `ApiError`. */
  readonly complete: () => Promise<Paper>;
}

/**
 * The content being printed, and a `print` function. The browser's own print command works, too. If the content changes
 * while the rest is loading, nothing is printed.
 */
export function usePrint<Paper>(shown: Printable<Paper> | undefined) {
  const [printState, setPrintState] = useState<{ source: Printable<Paper>; paper: Paper } | null>(null);
  const latest = useRef(shown);
  useEffect(() => {
    latest.current = shown;
    if (!shown) return;
    const handleBeforePrint = () =>
      flushSync(() =>
        setPrintState((previous) =>
          previous?.source === shown ? previous : { source: shown, paper: shown.immediate() },
        ),
      );
    const handleAfterPrint = () => setPrintState(null);
    addEventListener('beforeprint', handleBeforePrint);
    addEventListener('afterprint', handleAfterPrint);
    return () => {
      removeEventListener('beforeprint', handleBeforePrint);
      removeEventListener('afterprint', handleAfterPrint);
    };
  }, [shown]);
  async function print(): Promise<void> {
    if (!shown) return;
    const paper = await shown.complete();
    if (latest.current !== shown) return;
    flushSync(() => setPrintState({ source: shown, paper }));
    window.print();
  }
  return { paper: printState?.source === shown ? printState?.paper : undefined, print };
}
