import type { QueryClient } from '@tanstack/react-query';
import type { LiveEvent } from '@contract/live';
import { DATA_KEY, readRowNameId, resourceKey } from '@/api/query-keys';
import { subscriptions } from '@/api/live/subscriptions';
import type { LiveUpdate } from '@/api/live/shared-stream';

const CHECK_INTERVAL_MS = 200;
/** Random delay, so that many browsers do not reload at the same time. */
const SPREAD_MS = 1_000;
/** Rows do not move while the user clicks or types … */
const IDLE_MS = 600;
/** … but are reloaded after this time at the latest. */
const MAX_DELAY_MS = 5_000;
/** More than a page shows. */
const MAX_EVENTS = 200;
/** Jobs are refreshed at once: users watch their progress. */
const JOBS_RESOURCE = 'jobs';
const INPUT_EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

type RowEvent = LiveEvent & { readonly id: string };
interface PendingChange {
  readonly dueAt: number;
  readonly firstAt: number;
  /** Events of the resource; null if the changed rows are not known. */
  readonly events: readonly RowEvent[] | null;
}

/**
 * Reloads visible data after changes by other users: notifies Refine's subscriptions and invalidates row names. Hidden
 * tabs collect changes and reload when they become visible.
 */
export class LiveRefresher {
  private readonly changes = new Map<string, PendingChange>();
  private timer: ReturnType<typeof setInterval> | undefined;
  private lastInputAt = -Infinity;
  private readonly onInput = () => void (this.lastInputAt = performance.now());
  private readonly onVisibilityChange = () => this.updateTimer();

  constructor(private readonly client: QueryClient) {
    for (const touch of INPUT_EVENTS) addEventListener(touch, this.onInput, { passive: true, capture: true });
    document.addEventListener('visibilitychange', this.onVisibilityChange);
  }

  end(): void {
    this.changes.clear();
    this.updateTimer();
    for (const touch of INPUT_EVENTS) removeEventListener(touch, this.onInput, { capture: true });
    document.removeEventListener('visibilitychange', this.onVisibilityChange);
  }

  handleUpdate(news: LiveUpdate): void {
    if (news === 'reset') for (const resource of this.mountedResources()) this.addChange(resource, null);
    else if (news.kind === 'notice') void this.client.invalidateQueries({ queryKey: resourceKey(news.resource) });
    else this.addChange(news.resource, news);
    this.updateTimer();
  }

  private addChange(resource: string, event: LiveEvent | null): void {
    const now = performance.now();
    const before = this.changes.get(resource);
    const dueAt = before?.dueAt ?? now + (resource === JOBS_RESOURCE ? 0 : Math.random() * SPREAD_MS);
    const namedEvents = before?.events ?? [];
    const isNamed = event !== null && event.id !== null && before?.events !== null && namedEvents.length < MAX_EVENTS;
    const events = isNamed ? [...namedEvents, { ...event, id: event.id! }] : null;
    this.changes.set(resource, { dueAt, firstAt: before?.firstAt ?? now, events });
  }

  /** Runs while the tab is visible and changes are pending. */
  private updateTimer(): void {
    clearInterval(this.timer);
    if (this.changes.size && document.visibilityState !== 'hidden')
      this.timer = setInterval(() => this.refreshDue(), CHECK_INTERVAL_MS);
  }

  private refreshDue(): void {
    const now = performance.now();
    for (const [resource, { dueAt, firstAt, events }] of this.changes) {
      const isIdle = now - this.lastInputAt > IDLE_MS || now - firstAt > MAX_DELAY_MS || resource === JOBS_RESOURCE;
      // A running fetch may have read the old data, and an invalidation would join it: wait until it ends.
      if (now < dueAt || !isIdle || this.client.isFetching({ queryKey: resourceKey(resource) })) continue;
      this.changes.delete(resource);
      if (!events?.every((event) => this.isAlreadyShown(event)))
        this.notify(
          resource,
          events?.map(({ id }) => id),
        );
    }
    if (!this.changes.size) this.updateTimer();
  }

  private notify(resource: string, ids: string[] | undefined): void {
    const liveEvent = {
      channel: `resources/${resource}`,
      type: 'updated',
      payload: ids ? { ids } : {},
      date: new Date(),
    };
    for (const { params, callback } of subscriptions) if (params?.resource === resource) callback(liveEvent);
    const isNamed = (key: readonly unknown[]) => {
      const id = readRowNameId(key);
      return id !== undefined && (!ids || ids.includes(id));
    };
    void this.client.invalidateQueries(
      { queryKey: resourceKey(resource), type: 'active', predicate: ({ queryKey }) => isNamed(queryKey) },
      { cancelRefetch: false },
    );
  }

  /** The change was made here, or the visible rows already have this version. */
  private isAlreadyShown({ resource, id, version }: RowEvent): boolean {
    if (version === null) return false;
    const matchingRows = this.client
      .getQueryCache()
      .findAll({ queryKey: resourceKey(resource), type: 'active' })
      .flatMap(({ state }) => rowsOf(state.data))
      .filter((row) => String(row.id) === id);
    return matchingRows.length > 0 && matchingRows.every((row) => (row.row_version ?? 0) >= version);
  }

  /** Resources with mounted queries. */
  private mountedResources(): Set<string> {
    const queries = this.client.getQueryCache().findAll({ queryKey: DATA_KEY, type: 'active' });
    return new Set(queries.map(({ queryKey }) => String(queryKey[2])));
  }
}

interface VersionedRow {
  readonly id?: unknown;
  readonly row_version?: number | null;
}

/** Rows of a list or one-row answer in Refine's format, or of a plain row. */
function rowsOf(data: unknown): VersionedRow[] {
  const answer = (data as { data?: unknown } | null | undefined)?.data ?? data;
  return [answer].flat().filter((row): row is VersionedRow => typeof row === 'object' && row !== null);
}
