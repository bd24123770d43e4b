import type { QueryClient } from '@tanstack/react-query';
import type { LiveEvent } from '@contract/live';
import { DATA_KEY, nameIdOf, resourceKey } from '@/api/query-keys';
import { subscriptions } from '@/api/live/hearers';
import type { News } from '@/api/live/shared-stream';

const LOOK_MS = 200;
/** What is told is read again by many browsers: not all at once. */
const SPREAD_MS = 1_000;
/** Rows do not move under a hand that is about to press one, nor while somebody types … */
const REST_MS = 600;
/** … but for no longer than this. */
const LONGEST_MS = 5_000;
/** More than a page shows. */
const NAMED_MAX = 200;
/** Somebody waits for a job and looks at its figures. */
const WAITED_FOR = 'jobs';
const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

type Told = LiveEvent & { readonly id: string };
interface Change {
  readonly due: number;
  readonly first: number;
  /** What was told of it; null: several, or nobody says which. */
  readonly events: readonly Told[] | null;
}

/**
 * Has what is on the screen read again when somebody else changed it: by Refine's subscriptions, and names of records
 * wherever they stand. Each tab decides by itself; one that nobody looks at only keeps in mind what it would read.
 */
export class Refresher {
  private readonly changes = new Map<string, Change>();
  private timer: ReturnType<typeof setInterval> | undefined;
  private touchedAt = -Infinity;
  private readonly onTouch = () => void (this.touchedAt = performance.now());
  private readonly onLook = () => this.watch();

  constructor(private readonly client: QueryClient) {
    for (const touch of TOUCHES) addEventListener(touch, this.onTouch, { passive: true, capture: true });
    document.addEventListener('visibilitychange', this.onLook);
  }

  end(): void {
    this.changes.clear();
    this.watch();
    for (const touch of TOUCHES) removeEventListener(touch, this.onTouch, { capture: true });
    document.removeEventListener('visibilitychange', this.onLook);
  }

  hear(news: News): void {
    if (news === 'reset') for (const resource of this.shown()) this.keep(resource, null);
    else if (news.kind === 'notice') void this.client.invalidateQueries({ queryKey: resourceKey(news.resource) });
    else this.keep(news.resource, news);
    this.watch();
  }

  private keep(resource: string, event: LiveEvent | null): void {
    const now = performance.now();
    const before = this.changes.get(resource);
    const due = before?.due ?? now + (resource === WAITED_FOR ? 0 : Math.random() * SPREAD_MS);
    const named = before?.events ?? [];
    const isNamed = event !== null && event.id !== null && before?.events !== null && named.length < NAMED_MAX;
    const events = isNamed ? [...named, { ...event, id: event.id! }] : null;
    this.changes.set(resource, { due, first: before?.first ?? now, events });
  }

  /** Looks at what is due, as long as somebody looks at this tab and there is something. */
  private watch(): void {
    clearInterval(this.timer);
    if (this.changes.size && document.visibilityState !== 'hidden')
      this.timer = setInterval(() => this.look(), LOOK_MS);
  }

  private look(): void {
    const now = performance.now();
    for (const [resource, { due, first, events }] of this.changes) {
      const isAtRest = now - this.touchedAt > REST_MS || now - first > LONGEST_MS || resource === WAITED_FOR;
      // What is on its way may have been read before it changed; who joins it would miss that.
      if (now < due || !isAtRest || this.client.isFetching({ queryKey: resourceKey(resource) })) continue;
      this.changes.delete(resource);
      if (!events?.every((event) => this.isKnown(event)))
        this.tell(
          resource,
          events?.map(({ id }) => id),
        );
    }
    if (!this.changes.size) this.watch();
  }

  private tell(resource: string, ids: string[] | undefined): void {
    const told = { channel: `resources/${resource}`, type: 'updated', payload: ids ? { ids } : {}, date: new Date() };
    for (const { params, callback } of subscriptions) if (params?.resource === resource) callback(told);
    const isNamed = (key: readonly unknown[]) => {
      const id = nameIdOf(key);
      return id !== undefined && (!ids || ids.includes(id));
    };
    void this.client.invalidateQueries(
      { queryKey: resourceKey(resource), type: 'active', predicate: ({ queryKey }) => isNamed(queryKey) },
      { cancelRefetch: false },
    );
  }

  /** It was changed here, or is shown as it is now already. */
  private isKnown({ resource, id, version }: Told): boolean {
    if (version === null) return false;
    const shown = this.client
      .getQueryCache()
      .findAll({ queryKey: resourceKey(resource), type: 'active' })
      .flatMap(({ state }) => rowsOf(state.data))
      .filter((row) => String(row.id) === id);
    return shown.length > 0 && shown.every((row) => (row.row_version ?? 0) >= version);
  }

  /** Of which something is on the screen. */
  private shown(): Set<string> {
    const queries = this.client.getQueryCache().findAll({ queryKey: DATA_KEY, type: 'active' });
    return new Set(queries.map(({ queryKey }) => String(queryKey[2])));
  }
}

interface VersionedRow {
  readonly id?: unknown;
  readonly row_version?: number | null;
}

/** Of an answer of many or of one, as Refine keeps it, or of a row alone. */
function rowsOf(data: unknown): VersionedRow[] {
  const answer = (data as { data?: unknown } | null | undefined)?.data ?? data;
  return [answer].flat().filter((row): row is VersionedRow => typeof row === 'object' && row !== null);
}
