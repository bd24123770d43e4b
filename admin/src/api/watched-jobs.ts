/** Background jobs whose result the user has not seen yet; in local storage until sign-out (storage.ts). */
export const WATCHED_JOBS = 'sg-jobs';
/** Fired on `window` when the list changes. */
const CHANGED_EVENT = 'watched-jobs';
const MAX_WATCHED = 10;

/** The ids, newest first, joined by spaces: a stable snapshot for `useSyncExternalStore`. */
export const watchedJobs = (): string => localStorage.getItem(WATCHED_JOBS) ?? '';

function saveIds(ids: readonly string[]): void {
  if (ids.length) localStorage.setItem(WATCHED_JOBS, ids.join(' '));
  else localStorage.removeItem(WATCHED_JOBS);
  dispatchEvent(new Event(CHANGED_EVENT));
}

const idsWithout = (removed: readonly string[]): string[] =>
  watchedJobs()
    .split(' ')
    .filter((id) => id !== '' && !removed.includes(id));

export const watchJob = (id: string): void => saveIds([id, ...idsWithout([id])].slice(0, MAX_WATCHED));
export const unwatchJobs = (ids: readonly string[]): void => saveIds(idsWithout(ids));

/** For `useSyncExternalStore(onWatchedJobs, watchedJobs)`. `storage` fires for other tabs. */
export function onWatchedJobs(listener: () => void): () => void {
  const eventNames = [CHANGED_EVENT, 'storage'];
  for (const eventName of eventNames) addEventListener(eventName, listener);
  return () => eventNames.forEach((eventName) => removeEventListener(eventName, listener));
}
