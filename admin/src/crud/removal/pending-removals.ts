import { useSyncExternalStore } from 'react';
import { API_ROOT } from '@/api/env';
import { onBeforeLogout } from '@/api/session';
import { authHeaders } from '@/api/storage';

/** How long a deletion can be undone. */
export const UNDO_SECONDS = 10;

interface PendingRemoval {
  readonly resource: string;
  readonly id: string;
  readonly timer: ReturnType<typeof setTimeout>;
}
const pending = new Map<string, PendingRemoval>();
const listeners = new Set<() => void>();
let removedIds: ReadonlyMap<string, ReadonlySet<string>> = new Map();
const NO_IDS: ReadonlySet<string> = new Set();

const removalKey = (resource: string, id: string) => `${resource}/${id}`;
const removalUrl = ({ resource, id }: { resource: string; id: string }) =>
  `${API_ROOT}/api/${resource}/${encodeURIComponent(id)}`;

function notifyListeners(): void {
  const next = new Map<string, Set<string>>();
  for (const { resource, id } of pending.values())
    next.set(resource, (next.get(resource) ?? new Set<string>()).add(id));
  removedIds = next;
  for (const listener of listeners) listener();
}

/** Hides the row now and calls `remove` after the undo period. */
export function scheduleRemoval(resource: string, id: string, remove: () => Promise<void>): void {
  undoRemoval(resource, id);
  const timer = setTimeout(() => {
    // Hidden until the lists are reloaded; otherwise it would flash up.
    void remove().finally(() => undoRemoval(resource, id));
  }, UNDO_SECONDS * 1000);
  pending.set(removalKey(resource, id), { resource, id, timer });
  notifyListeners();
}

/** Shows the row again. @returns false if it was not pending */
export function undoRemoval(resource: string, id: string): boolean {
  const removal = pending.get(removalKey(resource, id));
  if (!removal) return false;
  clearTimeout(removal.timer);
  pending.delete(removalKey(resource, id));
  notifyListeners();
  return true;
}

/** Deletes pending rows when the page is left or the user signs out. fetch with `keepalive` outlives the page. */
async function flushRemovals(): Promise<void> {
  const removals = [...pending.values()];
  pending.clear();
  const request = { method: 'DELETE', keepalive: true, headers: authHeaders() };
  await Promise.all(
    removals.map((removal) => {
      clearTimeout(removal.timer);
      return fetch(removalUrl(removal), request).catch(() => undefined);
    }),
  );
  if (removals.length > 0) notifyListeners();
}
addEventListener('pagehide', () => void flushRemovals());
onBeforeLogout(flushRemovals);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Ids of the resource that are pending deletion; lists hide them. */
export const usePendingRemovals = (resource: string): ReadonlySet<string> =>
  useSyncExternalStore(subscribe, () => removedIds.get(resource) ?? NO_IDS);
