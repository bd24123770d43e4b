import type { WatchProgressResponse } from '@contract/training.responses';
import { mergeRanges, subtractRanges, type WatchedRange } from './watched-ranges';

/** Request body of `POST /api/video-progress`. */
export interface WatchProgress {
  training_id: string;
  ranges: readonly WatchedRange[];
  position_ms: number;
  /** Highest speed since the last request. The server allows elapsed time × speed. */
  speed: number;
  /** Revision of the played video; missing before the first link. */
  media_revision?: number;
  /** Milliseconds, as measured by the player. */
  length_ms?: number;
}

/** `waiting`: stored on this device while offline, and sent later. */
export type QueueState = 'calm' | 'waiting' | 'refused';

export interface ProgressStore {
  read(): string | null;
  write(text: string | null): void;
}

export interface WatchProgressQueueOptions {
  training_id: string;
  /**
   * Rejects with `{statusCode, code}`; 0 is no connection.
   * @param closing the page may be gone before the response
   */
  send: (progress: WatchProgress, closing: boolean) => Promise<WatchProgressResponse>;
  store: ProgressStore;
  onResponse?: (answer: WatchProgressResponse) => void;
  /** The server has a newer video. Progress of the old one is discarded. */
  onVideoReplaced?: () => void;
  onStateChange?: (state: QueueState) => void;
}

/** One day, the server's limit. */
const LENGTH_MAX_MS = 86_400_000;

const REPLACED_CODES: readonly unknown[] = ['video_replaced', 'video_not_opened'];

/** Network errors and busy servers. Other errors would repeat. */
const isRetryable = (error: unknown): boolean => {
  const { statusCode = 0 } = (error ?? {}) as { statusCode?: number };
  return (
    statusCode === 0 ||
    statusCode === 401 ||
    statusCode === 408 ||
    statusCode === 409 ||
    statusCode === 429 ||
    statusCode >= 500
  );
};

/**
 * Keeps watch progress until the server confirms it. Sending twice is harmless, so ranges stay until confirmed.
 * Ranges that the server did not accept yet are sent again with the next request.
 */
export class WatchProgressQueue {
  private pending: WatchedRange[] = [];
  private position = 0;
  private speed = 1;
  private hasMoved = false;
  private revision: number | undefined;
  private length: number | undefined;
  private sending: Promise<void> | null = null;
  state: QueueState = 'calm';

  constructor(private readonly options: WatchProgressQueueOptions) {
    const stored = parseStored(options.store.read());
    if (!stored) return;
    this.pending = mergeRanges(stored.ranges);
    this.position = stored.position_ms;
    this.speed = stored.speed;
    this.revision = stored.media_revision;
    this.hasMoved = true;
  }

  get isEmpty(): boolean {
    return this.pending.length === 0 && !this.hasMoved;
  }

  /** Progress of another revision is discarded. */
  setMediaRevision(media_revision: number): void {
    if (this.revision !== undefined && this.revision !== media_revision) {
      this.discard();
      this.length = undefined;
    }
    this.revision = media_revision;
  }

  /** @param lengthMs as measured by the element; infinite if unknown */
  setLength(lengthMs: number): void {
    const length = Math.round(lengthMs);
    this.length = length >= 1 && length <= LENGTH_MAX_MS ? length : undefined;
  }

  add(played: { ranges: readonly WatchedRange[]; speed: number }, positionMs: number): void {
    if (played.ranges.length > 0) this.speed = Math.max(this.speed, played.speed);
    this.pending = mergeRanges([...this.pending, ...played.ranges]);
    const position = Math.max(0, Math.round(positionMs));
    this.hasMoved ||= position !== this.position;
    this.position = position;
  }

  /** Sends the pending progress, one request at a time. `closing` does not wait. Never rejects. */
  async flush(closing = false): Promise<void> {
    if (this.sending && !closing) {
      await this.sending;
    }
    if (this.isEmpty) return;
    const delivery = this.deliver(closing).finally(() => {
      if (this.sending === delivery) this.sending = null;
    });
    this.sending = delivery;
    await delivery;
  }

  private async deliver(closing: boolean): Promise<void> {
    const { training_id, send, store, onResponse } = this.options;
    // The server rejects longer lists. The rest is sent with the next request.
    const progress: WatchProgress = {
      training_id,
      ranges: this.pending.slice(0, 500),
      position_ms: this.position,
      speed: this.speed,
      ...(this.revision !== undefined && { media_revision: this.revision }),
      ...(this.length !== undefined && { length_ms: this.length }),
    };
    this.hasMoved = false;
    if (closing) store.write(JSON.stringify(progress));
    try {
      const answer = await send(progress, closing);
      this.pending = subtractRanges(this.pending, answer.ranges);
      if (this.pending.length === 0) this.speed = 1;
      store.write(null);
      this.setState('calm');
      onResponse?.(answer);
    } catch (error) {
      if (REPLACED_CODES.includes((error as { code?: unknown } | null)?.code)) {
        this.discard();
        this.setState('calm');
        this.options.onVideoReplaced?.();
      } else if (isRetryable(error)) {
        this.hasMoved = true;
        store.write(JSON.stringify({ ...progress, ranges: this.pending }));
        this.setState('waiting');
      } else {
        this.pending = [];
        store.write(null);
        this.setState('refused');
      }
    }
  }

  private discard(): void {
    this.pending = [];
    this.position = 0;
    this.hasMoved = false;
    this.options.store.write(null);
  }

  private setState(state: QueueState): void {
    if (state === this.state) return;
    this.state = state;
    this.options.onStateChange?.(state);
  }
}

function parseStored(text: string | null): WatchProgress | null {
  try {
    const stored = JSON.parse(text ?? 'null') as WatchProgress | null;
    return stored && Array.isArray(stored.ranges) ? stored : null;
  } catch {
    return null;
  }
}
