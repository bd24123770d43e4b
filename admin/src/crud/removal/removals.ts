import { useSyncExternalStore } from 'react';
import { API_ROOT } from '@/api/roots';
import { finishBeforeLogout } from '@/api/session';
import { authHeaders } from '@/api/storage';

/** How long a deletion can be taken back (screens.md §1). */
export const UNDO_SECONDS = 10;

interface Removal {
  readonly resource: string;
  readonly id: string;
  readonly timer: ReturnType<typeof setTimeout>;
}
const waiting = new Map<string, Removal>();
const listeners = new Set<() => void>();
let ids: ReadonlyMap<string, ReadonlySet<string>> = new Map();
const NONE: ReadonlySet<string> = new Set();

const keyOf = (resource: string, id: string) => `${resource}/${id}`;
const addressOf = ({ resource, id }: { resource: string; id: string }) =>
  `${API_ROOT}/api/${resource}/${encodeURIComponent(id)}`;

function notify(): void {
  const next = new Map<string, Set<string>>();
  for (const { resource, id } of waiting.values())
    next.set(resource, (next.get(resource) ?? new Set<string>()).add(id));
  ids = next;
  for (const listener of listeners) listener();
}

/** Takes the row off the screen now and calls `remove` when nobody has taken it back. */
export function removeLater(resource: string, id: string, remove: () => Promise<void>): void {
  takeBack(resource, id);
  const timer = setTimeout(() => {
    // Off the screen until the lists were read again: it would flash up otherwise.
    void remove().finally(() => takeBack(resource, id));
  }, UNDO_SECONDS * 1000);
  waiting.set(keyOf(resource, id), { resource, id, timer });
  notify();
}

/** The row is there again; true when it was still waiting. */
export function takeBack(resource: string, id: string): boolean {
  const removal = waiting.get(keyOf(resource, id));
  if (!removal) return false;
  clearTimeout(removal.timer);
  waiting.delete(keyOf(resource, id));
  notify();
  return true;
}

/** Whoever leaves the page, or signs out, has not taken it back. Plain fetch: only it outlives the page. */
async function removeNow(): Promise<void> {
  const now = [...waiting.values()];
  waiting.clear();
  const request = { method: 'DELETE', keepalive: true, headers: authHeaders() };
  await Promise.all(
    now.map((removal) => {
      clearTimeout(removal.timer);
      return fetch(addressOf(removal), request).catch(() => undefined);
    }),
  );
  if (now.length > 0) notify();
}
addEventListener('pagehide', () => void removeNow());
finishBeforeLogout(removeNow);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The ids of a resource that wait to be deleted: no list shows them. */
export const useRemovals = (resource: string): ReadonlySet<string> =>
  useSyncExternalStore(subscribe, () => ids.get(resource) ?? NONE);
