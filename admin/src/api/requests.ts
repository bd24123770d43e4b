/**
 * How many requests are under way, for the progress bar. A store of its own because the sign-in page counts its
 * requests too, and must not load axios or Refine for it. Several sources (fetch here, axios in the workspace) add up.
 */
type Listener = (open: number, failed: boolean) => void;
const openBySource = new Map<string, number>();
const listeners = new Set<Listener>();

const total = (): number => [...openBySource.values()].reduce((sum, open) => sum + open, 0);

/** `failed`: the request that ended last did so without a good answer; the bar then goes at once. */
export function reportRequests(source: string, open: number, failed: boolean): void {
  openBySource.set(source, Math.max(0, open));
  listeners.forEach((listener) => listener(total(), failed));
}

const ofFetch = () => openBySource.get('fetch') ?? 0;
export const requestStarted = (): void => reportRequests('fetch', ofFetch() + 1, false);
/** Call exactly once for each start. */
export const requestEnded = (failed: boolean): void => reportRequests('fetch', ofFetch() - 1, failed);

export function onRequests(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
