/** How often a stream that has nothing to tell says that it is there. */
export const LIVE_BEAT_MS = 15_000;
/** Streams that an account may have open at a time; the tabs of one browser share one. */
export const LIVE_STREAMS_MAX = 6;

/**
 * What `GET /api/live` tells: that something is another than it was, not what it is now. Whoever wants to know asks again, by
 * the address of old and with the rights of old.
 */
export interface LiveEvent {
  /** change: of a record. job: work that goes on, or has ended. notice: something to be read. */
  kind: 'change' | 'job' | 'notice';
  /** `training-assignments`, as in its address; of a notice what it is about. */
  resource: string;
  /** null: several, or one that the reader may not name. */
  id: string | null;
  /** Of a change the `row_version` now; null: it is gone, or not told. */
  version: number | null;
}

/** What the stream says besides. `reset`: more has happened than can be told, ask for everything again. `end`: come again. */
export type LiveSign = 'reset' | 'end';
