import type { BeatAnswer } from '@contract/training-answers';
import { mergeRanges, without, type Range } from './watched';

/** A beat as `POST /api/video-progress` takes it. */
export interface Beat {
  training_id: string;
  ranges: readonly Range[];
  position_ms: number;
  /** The fastest since the last beat: the server allows wall time × speed. */
  speed: number;
  /** The film that was played; missing while no link was given yet. */
  media_revision?: number;
  /** Milliseconds; as the player measures it, once it does. */
  length_ms?: number;
}

/** `waiting`: not sent for want of a connection; kept here, on this device, and sent later. */
export type BeatState = 'calm' | 'waiting' | 'refused';

export interface BeatStore {
  read(): string | null;
  write(text: string | null): void;
}

export interface BeatQueueParts {
  training_id: string;
  /** Rejects with `{statusCode, code}`; status 0 is no connection. `closing`: the page may be gone before the answer comes. */
  send: (beat: Beat, closing: boolean) => Promise<BeatAnswer>;
  store: BeatStore;
  heard?: (answer: BeatAnswer) => void;
  /** The server has another film now: what was played of this one is dropped. */
  replaced?: () => void;
  changed?: (state: BeatState) => void;
}

/** A day: the server takes no longer one. */
const LENGTH_MAX_MS = 86_400_000;

const REPLACED: readonly unknown[] = ['video_replaced', 'video_not_opened'];

/** The server is away or busy: the same beat is worth sending again. Anything else would be refused again. */
const isWorthAgain = (error: unknown): boolean => {
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
 * Keeps what was watched until the server has it. Sending twice is harmless there, so a beat in flight stays here until
 * it is answered. What the server's clock did not allow yet is told again with the next beat.
 */
export class BeatQueue {
  private pending: Range[] = [];
  private position = 0;
  private speed = 1;
  private moved = false;
  private revision: number | undefined;
  private length: number | undefined;
  private sending: Promise<void> | null = null;
  state: BeatState = 'calm';

  constructor(private readonly parts: BeatQueueParts) {
    const kept = parse(parts.store.read());
    if (!kept) return;
    this.pending = mergeRanges(kept.ranges);
    this.position = kept.position_ms;
    this.speed = kept.speed;
    this.revision = kept.media_revision;
    this.moved = true;
  }

  get isEmpty(): boolean {
    return this.pending.length === 0 && !this.moved;
  }

  /** What is played from now on is of this film; what was played of another one is dropped. */
  setFilm(media_revision: number): void {
    if (this.revision !== undefined && this.revision !== media_revision) {
      this.drop();
      this.length = undefined;
    }
    this.revision = media_revision;
  }

  /** @param lengthMs as the element measures it; a recording that it does not know is endless */
  setLength(lengthMs: number): void {
    const length = Math.round(lengthMs);
    this.length = length >= 1 && length <= LENGTH_MAX_MS ? length : undefined;
  }

  add(played: { ranges: readonly Range[]; speed: number }, positionMs: number): void {
    if (played.ranges.length > 0) this.speed = Math.max(this.speed, played.speed);
    this.pending = mergeRanges([...this.pending, ...played.ranges]);
    const position = Math.max(0, Math.round(positionMs));
    this.moved ||= position !== this.position;
    this.position = position;
  }

  /** Sends what there is; one after the other, except `closing`, which cannot wait. Never rejects. */
  async beat(closing = false): Promise<void> {
    if (this.sending && !closing) {
      await this.sending;
    }
    if (this.isEmpty) return;
    const run = this.deliver(closing).finally(() => {
      if (this.sending === run) this.sending = null;
    });
    this.sending = run;
    await run;
  }

  private async deliver(closing: boolean): Promise<void> {
    const { training_id, send, store, heard } = this.parts;
    // Longer lists are refused; the earliest are told first and the rest with the next beat.
    const beat: Beat = {
      training_id,
      ranges: this.pending.slice(0, 500),
      position_ms: this.position,
      speed: this.speed,
      ...(this.revision !== undefined && { media_revision: this.revision }),
      ...(this.length !== undefined && { length_ms: this.length }),
    };
    this.moved = false;
    if (closing) store.write(JSON.stringify(beat));
    try {
      const answer = await send(beat, closing);
      this.pending = without(this.pending, answer.ranges);
      if (this.pending.length === 0) this.speed = 1;
      store.write(null);
      this.become('calm');
      heard?.(answer);
    } catch (error) {
      if (REPLACED.includes((error as { code?: unknown } | null)?.code)) {
        this.drop();
        this.become('calm');
        this.parts.replaced?.();
      } else if (isWorthAgain(error)) {
        this.moved = true;
        store.write(JSON.stringify({ ...beat, ranges: this.pending }));
        this.become('waiting');
      } else {
        this.pending = [];
        store.write(null);
        this.become('refused');
      }
    }
  }

  private drop(): void {
    this.pending = [];
    this.position = 0;
    this.moved = false;
    this.parts.store.write(null);
  }

  private become(state: BeatState): void {
    if (state === this.state) return;
    this.state = state;
    this.parts.changed?.(state);
  }
}

function parse(text: string | null): Beat | null {
  try {
    const kept = JSON.parse(text ?? 'null') as Beat | null;
    return kept && Array.isArray(kept.ranges) ? kept : null;
  } catch {
    return null;
  }
}
