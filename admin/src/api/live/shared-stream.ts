import type { LiveEvent, LiveControlEvent } from '@contract/live';
import type { StreamEvent } from './event-stream-parser';
import { runReconnectingStream, type StreamHandlers } from './reconnecting-stream';

/** A live event, or `reset` if the server cannot replay what was missed. */
export type LiveUpdate = LiveEvent | Extract<LiveControlEvent, 'reset'>;

/** A tab that is hidden for this long gives up the stream; if all tabs are hidden, there is no stream. */
const HIDDEN_MS = 60_000;
/** With a larger difference to the server's clock, the initial event id cannot be estimated. */
const MAX_CLOCK_SKEW_MS = 5_000;
const MAX_REMEMBERED = 500;

/** Messages between the tabs of one browser. */
type TabMessage =
  | { readonly kind: 'told'; readonly id: string | undefined; readonly news: LiveUpdate | null }
  | { readonly kind: 'state'; readonly isOpen: boolean; readonly clocksAgree: boolean }
  /** Sent by a new tab: asks for the state of the stream and for the events since its own id. */
  | { readonly kind: 'asked'; readonly since: string };

export interface SharedStreamOptions extends Pick<StreamHandlers, 'renewSession' | 'wait'> {
  /** Name of the lock and the channel. It identifies the session: tabs of other sessions are not served. */
  readonly name: string;
  /** When the data of this tab was first read (milliseconds since 1970). */
  readonly since: number;
  connect(last: string, signal: AbortSignal): Promise<Response>;
  onUpdate(news: LiveUpdate): void;
  /** Whether some tab of this browser has an open stream. */
  onLiveChange(isOpen: boolean): void;
}

/**
 * One event stream for all tabs of a browser, because HTTP/1.1 allows six connections per server and the server six
 * streams per account. A Web Lock elects the tab that reads the stream; a BroadcastChannel forwards events to the
 * others. Each tab knows the last event id, so that the next leader continues there.
 */
export class SharedStream {
  private readonly channel: BroadcastChannel;
  /** By event id, oldest first. */
  private readonly recentUpdates = new Map<string, LiveUpdate>();
  private readonly closed = new AbortController();
  private lastEventId: string;
  /** `lastEventId` was computed from the local clock, which is not yet compared with the server's. */
  private isLastEventIdEstimated = true;
  /** Set while this tab holds the lock or waits for it. */
  private leadership: AbortController | null = null;
  private isOpen = false;
  private clocksAgree = true;
  /** Runs while the tab is hidden, until it gives up the stream. */
  private hiddenTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly onVisibilityChange = () => this.updateLeadership();

  constructor(private readonly options: SharedStreamOptions) {
    this.lastEventId = eventIdAt(options.since - MAX_CLOCK_SKEW_MS);
    this.channel = new BroadcastChannel(options.name);
    this.channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => this.onTabMessage(data));
    this.broadcast({ kind: 'asked', since: this.lastEventId });
    document.addEventListener('visibilitychange', this.onVisibilityChange);
    this.updateLeadership();
  }

  end(): void {
    if (this.closed.signal.aborted) return;
    this.closed.abort();
    clearTimeout(this.hiddenTimer);
    document.removeEventListener('visibilitychange', this.onVisibilityChange);
    this.leadership?.abort();
    this.channel.close();
    this.options.onLiveChange(false);
  }

  private updateLeadership(): void {
    clearTimeout(this.hiddenTimer);
    if (document.visibilityState === 'hidden') this.hiddenTimer = setTimeout(() => this.leadership?.abort(), HIDDEN_MS);
    else if (!this.leadership) void this.requestLeadership();
  }

  private async requestLeadership(): Promise<void> {
    const leadership = (this.leadership = new AbortController());
    const { signal } = leadership;
    try {
      await navigator.locks.request(this.options.name, { signal }, () => this.runStream(signal));
      // The stream ended for good (signed out, or no live updates): a retry would not help.
      if (!signal.aborted) return;
    } catch {
      // Gave up waiting for the lock.
    }
    this.leadership = null;
    // The tab became visible again meanwhile.
    if (!this.closed.signal.aborted && document.visibilityState !== 'hidden') void this.requestLeadership();
  }

  private runStream(signal: AbortSignal): Promise<void> {
    const { renewSession, wait } = this.options;
    const options: StreamHandlers = {
      renewSession,
      wait,
      connect: (streamSignal) => this.options.connect(this.lastEventId, streamSignal),
      onOpen: (answer) => this.onOpen(answer),
      onEvent: (frame) => this.onEvent(frame),
      onDisconnect: () => this.setOpen(false),
    };
    return runReconnectingStream(options, signal);
  }

  private onOpen({ headers }: Response): void {
    const skew = Math.abs(Date.parse(headers.get('date') ?? '') - Date.now());
    this.clocksAgree = skew <= MAX_CLOCK_SKEW_MS;
    this.setOpen(true);
    this.checkClock(this.clocksAgree);
  }

  private onEvent({ id, event, data }: StreamEvent): void {
    const news =
      data === null || event === 'end' ? null : event === 'reset' ? 'reset' : (JSON.parse(data) as LiveEvent);
    this.broadcast({ kind: 'told', id, news });
    this.deliver(id, news);
  }

  private setOpen(isOpen: boolean): void {
    if (this.closed.signal.aborted || this.isOpen === isOpen) return;
    this.isOpen = isOpen;
    this.broadcast({ kind: 'state', isOpen, clocksAgree: this.clocksAgree });
    this.options.onLiveChange(isOpen);
  }

  private onTabMessage(message: TabMessage): void {
    if (message.kind === 'told') return this.deliver(message.id, message.news);
    if (message.kind === 'asked') return this.isOpen ? this.answer(message.since) : undefined;
    this.options.onLiveChange(message.isOpen);
    if (message.isOpen) this.checkClock(message.clocksAgree);
  }

  private answer(since: string): void {
    this.broadcast({ kind: 'state', isOpen: true, clocksAgree: this.clocksAgree });
    for (const [id, news] of this.recentUpdates) if (id > since) this.broadcast({ kind: 'told', id, news });
  }

  /** If the clocks differ, missed events cannot be determined: everything is read again. */
  private checkClock(clocksAgree: boolean): void {
    if (this.isLastEventIdEstimated && !clocksAgree) {
      this.lastEventId = '';
      this.deliver(undefined, 'reset');
    }
    this.isLastEventIdEstimated = false;
  }

  private broadcast(message: TabMessage): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has one origin, and says none
    this.channel.postMessage(message);
  }

  /** Drops events that were already received from another leader. */
  private deliver(id: string | undefined, news: LiveUpdate | null): void {
    if (id !== undefined && id > this.lastEventId) this.lastEventId = id;
    if (news === null || (id !== undefined && this.recentUpdates.has(id))) return;
    if (id !== undefined) this.recentUpdates.set(id, news);
    for (const oldest of this.recentUpdates.keys()) {
      if (this.recentUpdates.size <= MAX_REMEMBERED) break;
      this.recentUpdates.delete(oldest);
    }
    this.options.onUpdate(news);
  }
}

/** A UUIDv7 starts with its millisecond (RFC 9562 §5.7). */
function eventIdAt(millisecond: number): string {
  const time = Math.max(0, Math.floor(millisecond)).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}
