import type { LiveEvent, LiveSign } from '@contract/live';
import type { Frame } from './frames';
import { keepStream, type StreamNeeds } from './keep-stream';

/** What was told, or that more has happened than can be told. */
export type News = LiveEvent | Extract<LiveSign, 'reset'>;

/** A tab that nobody looks at leaves the stream to others after this; where all are hidden there is none. */
const HIDDEN_MS = 60_000;
/** A clock that differs by more from the server's cannot say since when something was missed. */
const CLOCKS_MS = 5_000;
const KNOWN_MAX = 500;

/** Between the tabs of one browser. */
type Message =
  | { readonly kind: 'told'; readonly id: string | undefined; readonly news: News | null }
  | { readonly kind: 'state'; readonly isOpen: boolean; readonly clocksAgree: boolean }
  /** By a tab that has just come: whether there is a stream, and what was told since then. */
  | { readonly kind: 'asked'; readonly since: string };

export interface SharedNeeds extends Pick<StreamNeeds, 'refused' | 'pause'> {
  /** Of the session: tabs of another one hear nothing and hold nothing. */
  readonly name: string;
  /** When what this tab shows was first asked for (milliseconds since 1970). */
  readonly since: number;
  ask(last: string, signal: AbortSignal): Promise<Response>;
  heard(news: News): void;
  /** Whether somebody, in this tab or in another one, is told what changes. */
  live(isOpen: boolean): void;
}

/**
 * One stream for all tabs of a browser: a server of HTTP/1.1 is given six connections by it, and six streams an account are
 * all there are. Web Locks say whose it is, and hand it to the next tab when that one is closed; a BroadcastChannel hands on
 * what it is told. Each tab keeps the place up to which it was told, so that the next one begins there.
 */
export class SharedStream {
  private readonly channel: BroadcastChannel;
  /** By id, oldest first. */
  private readonly known = new Map<string, News>();
  private readonly over = new AbortController();
  private place: string;
  /** The place is what our own clock says, and nobody has compared it yet. */
  private isGuess = true;
  /** This tab's turn, or its place in the line for it. */
  private turn: AbortController | null = null;
  private isOpen = false;
  private clocksAgree = true;
  /** Somebody waits, hidden, for his time to be over. */
  private leaving: ReturnType<typeof setTimeout> | undefined;
  private readonly onLook = () => this.looked();

  constructor(private readonly needs: SharedNeeds) {
    this.place = placeAt(needs.since - CLOCKS_MS);
    this.channel = new BroadcastChannel(needs.name);
    this.channel.addEventListener('message', ({ data }: MessageEvent<Message>) => this.received(data));
    this.send({ kind: 'asked', since: this.place });
    document.addEventListener('visibilitychange', this.onLook);
    this.looked();
  }

  end(): void {
    if (this.over.signal.aborted) return;
    this.over.abort();
    clearTimeout(this.leaving);
    document.removeEventListener('visibilitychange', this.onLook);
    this.turn?.abort();
    this.channel.close();
    this.needs.live(false);
  }

  private looked(): void {
    clearTimeout(this.leaving);
    if (document.visibilityState === 'hidden') this.leaving = setTimeout(() => this.turn?.abort(), HIDDEN_MS);
    else if (!this.turn) void this.standInLine();
  }

  private async standInLine(): Promise<void> {
    const turn = (this.turn = new AbortController());
    const { signal } = turn;
    try {
      await navigator.locks.request(this.needs.name, { signal }, () => this.lead(signal));
      // It ended by itself: there is no stream to be had, and asking again would not change that.
      if (!signal.aborted) return;
    } catch {
      // Left the line.
    }
    this.turn = null;
    // Somebody looks again, since.
    if (!this.over.signal.aborted && document.visibilityState !== 'hidden') void this.standInLine();
  }

  private lead(signal: AbortSignal): Promise<void> {
    const { refused, pause } = this.needs;
    const needs: StreamNeeds = {
      ...{ refused, pause },
      ask: (asked) => this.needs.ask(this.place, asked),
      opened: (answer) => this.opened(answer),
      told: (frame) => this.told(frame),
      lost: () => this.say(false),
    };
    return keepStream(needs, signal);
  }

  private opened({ headers }: Response): void {
    const apart = Math.abs(Date.parse(headers.get('date') ?? '') - Date.now());
    this.clocksAgree = apart <= CLOCKS_MS;
    this.say(true);
    this.doubt(this.clocksAgree);
  }

  private told({ id, event, data }: Frame): void {
    const news =
      data === null || event === 'end' ? null : event === 'reset' ? 'reset' : (JSON.parse(data) as LiveEvent);
    this.send({ kind: 'told', id, news });
    this.hear(id, news);
  }

  private say(isOpen: boolean): void {
    if (this.over.signal.aborted || this.isOpen === isOpen) return;
    this.isOpen = isOpen;
    this.send({ kind: 'state', isOpen, clocksAgree: this.clocksAgree });
    this.needs.live(isOpen);
  }

  private received(message: Message): void {
    if (message.kind === 'told') return this.hear(message.id, message.news);
    if (message.kind === 'asked') return this.isOpen ? this.answer(message.since) : undefined;
    this.needs.live(message.isOpen);
    if (message.isOpen) this.doubt(message.clocksAgree);
  }

  private answer(since: string): void {
    this.send({ kind: 'state', isOpen: true, clocksAgree: this.clocksAgree });
    for (const [id, news] of this.known) if (id > since) this.send({ kind: 'told', id, news });
  }

  /** By a clock that is wrong nobody can say what was missed. */
  private doubt(clocksAgree: boolean): void {
    if (this.isGuess && !clocksAgree) {
      this.place = '';
      this.hear(undefined, 'reset');
    }
    this.isGuess = false;
  }

  private send(message: Message): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has one origin, and says none
    this.channel.postMessage(message);
  }

  /** Told twice by two leaders, it is heard once. */
  private hear(id: string | undefined, news: News | null): void {
    if (id !== undefined && id > this.place) this.place = id;
    if (news === null || (id !== undefined && this.known.has(id))) return;
    if (id !== undefined) this.known.set(id, news);
    for (const oldest of this.known.keys()) {
      if (this.known.size <= KNOWN_MAX) break;
      this.known.delete(oldest);
    }
    this.needs.heard(news);
  }
}

/** RFC 9562 §5.7: a UUIDv7 begins with its millisecond. */
function placeAt(millisecond: number): string {
  const time = Math.max(0, Math.floor(millisecond)).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}
