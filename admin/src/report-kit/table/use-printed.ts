import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** What is shown, and how it comes on paper; one object for as long as the same is shown. */
export interface Printable<Paper> {
  /** For the browser's own command, which does not wait: what is known by now. */
  readonly atOnce: () => Paper;
  /** All of it, fetched where it is not known. Throws `ApiError`. */
  readonly whole: () => Promise<Paper>;
}

/**
 * What is on paper while somebody prints, null otherwise; the browser's own command is served as well. What was left while
 * its rest was fetched is not printed.
 */
export function usePrinted<Paper>(shown: Printable<Paper> | undefined) {
  const [printed, setPrinted] = useState<{ of: Printable<Paper>; paper: Paper } | null>(null);
  const latest = useRef(shown);
  useEffect(() => {
    latest.current = shown;
    if (!shown) return;
    const begin = () =>
      flushSync(() => setPrinted((ready) => (ready?.of === shown ? ready : { of: shown, paper: shown.atOnce() })));
    const end = () => setPrinted(null);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, [shown]);
  async function print(): Promise<void> {
    if (!shown) return;
    const paper = await shown.whole();
    if (latest.current !== shown) return;
    flushSync(() => setPrinted({ of: shown, paper }));
    window.print();
  }
  return { paper: printed?.of === shown ? printed?.paper : undefined, print };
}
