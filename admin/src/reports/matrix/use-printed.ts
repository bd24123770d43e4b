import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { fetchPrintedPart, printedPart } from './sheet-part';
import type { MatrixPart, MatrixSource } from './source';

/** An answer with the filters that it answers: the address may be ahead of it by then. */
export interface Answered {
  readonly source: MatrixSource;
  readonly values: Readonly<Record<string, string>>;
}
/** What is on paper. */
export interface Printed extends Answered {
  readonly part: MatrixPart;
}

/** What the browser's own command prints: it does not wait for an answer. */
const atOnce = ({ source, values }: Answered): Printed => ({
  source,
  values,
  part: printedPart(source.whole ?? { rows: [], columns: [], cells: [] }),
});

/**
 * What is on paper while somebody prints, null otherwise. The browser's own command is served as well, if the matrix is
 * known as a whole: of a larger one it prints only what the sheet says without cells. Rows of filters that were left while
 * they were fetched are not printed.
 */
export function usePrinted(shown: Answered | undefined) {
  const [printed, setPrinted] = useState<Printed | null>(null);
  const latest = useRef(shown);
  useEffect(() => {
    latest.current = shown;
    if (!shown) return;
    const begin = () =>
      flushSync(() => setPrinted((ready) => (ready?.source === shown.source ? ready : atOnce(shown))));
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
    const part = await fetchPrintedPart(shown.source);
    if (latest.current !== shown) return;
    flushSync(() => setPrinted({ ...shown, part }));
    window.print();
  }
  return { printed: printed?.source === shown?.source ? printed : null, print };
}
