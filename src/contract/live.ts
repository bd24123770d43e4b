/** Interval of heartbeats on an idle stream. */
export const LIVE_HEARTBEAT_MS = 15_000;
/** Open streams per account; the tabs of one browser share one. */
export const LIVE_STREAMS_MAX = 6;

/** Event of `GET /api/live`: something changed. Clients refetch it with their usual permissions. */
export interface LiveEvent {
  /** change: a record. job: progress or end of a job. notice: a new notice. */
  kind: 'change' | 'job' | 'notice';
  /** Path segment, e.g. `training-assignments`; for a notice its subject. */
  resource: string;
  /** null: several records, or not visible to the reader. */
  id: string | null;
  /** For a change: the new `row_version`; null: deleted, or not disclosed. */
  version: number | null;
}

/** Control events. `reset`: events were dropped, refetch everything. `end`: reconnect. */
export type LiveControlEvent = 'reset' | 'end';
