/** Jobs that somebody began here and has not seen the end of; on this machine, until signing out (client/storage.ts). */
export const WATCHED_JOBS = 'sg-jobs';
/** Fired on `window` when there are others. */
const CHANGED = 'watched-jobs';
const KEPT = 10;

/** Their ids, newest first, as one text: the same while they are the same. */
export const watchedJobs = (): string => localStorage.getItem(WATCHED_JOBS) ?? '';

function keep(ids: readonly string[]): void {
  if (ids.length) localStorage.setItem(WATCHED_JOBS, ids.join(' '));
  else localStorage.removeItem(WATCHED_JOBS);
  dispatchEvent(new Event(CHANGED));
}

const others = (gone: readonly string[]): string[] =>
  watchedJobs()
    .split(' ')
    .filter((id) => id !== '' && !gone.includes(id));

export const watchJob = (id: string): void => keep([id, ...others([id])].slice(0, KEPT));
export const unwatchJobs = (ids: readonly string[]): void => keep(others(ids));

/** For `useSyncExternalStore(onWatchedJobs, watchedJobs)`. Another tab may have begun one. */
export function onWatchedJobs(listener: () => void): () => void {
  const kinds = [CHANGED, 'storage'];
  for (const kind of kinds) addEventListener(kind, listener);
  return () => kinds.forEach((kind) => removeEventListener(kind, listener));
}
