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
export function usePrint<Paper>(report: Printable<Paper> | undefined) {
  const [printState, setPrintState] = useState<{ source: Printable<Paper>; paper: Paper } | null>(null);
  const latest = useRef(report);
  useEffect(() => {
    latest.current = report;
    if (!report) return;
    const handleBeforePrint = () =>
      flushSync(() =>
        setPrintState((previous) =>
          previous?.source === report ? previous : { source: report, paper: report.immediate() },
        ),
      );
    const handleAfterPrint = () => setPrintState(null);
    addEventListener('beforeprint', handleBeforePrint);
    addEventListener('afterprint', handleAfterPrint);
    return () => {
      removeEventListener('beforeprint', handleBeforePrint);
      removeEventListener('afterprint', handleAfterPrint);
    };
  }, [report]);
  async function print(): Promise<void> {
    if (!report) return;
    const paper = await report.complete();
    if (latest.current !== report) return;
    flushSync(() => setPrintState({ source: report, paper }));
    window.print();
  }
  return { paper: printState?.source === report ? printState?.paper : undefined, print };
}
