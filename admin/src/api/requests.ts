/**
 * Number of open requests for the progress bar. Separate from http.ts because the sign-in page counts requests too and
 * must not load axios or Refine. Sources (fetch here, axios in the workspace) add up.
 */
type Listener = (open: number, failed: boolean) => void;
const openBySource = new Map<string, number>();
const listeners = new Set<Listener>();

const total = (): number => [...openBySource.values()].reduce((sum, open) => sum + open, 0);

/** @param failed whether the last finished request failed; the progress bar then disappears at once */
export function reportRequests(source: string, open: number, failed: boolean): void {
  openBySource.set(source, Math.max(0, open));
  listeners.forEach((listener) => listener(total(), failed));
}

const openFetches = () => openBySource.get('fetch') ?? 0;
export const requestStarted = (): void => reportRequests('fetch', openFetches() + 1, false);
/** Call exactly once per `requestStarted`. */
export const requestEnded = (failed: boolean): void => reportRequests('fetch', openFetches() - 1, failed);

export function onRequests(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
