import { LIVE_HEARTBEAT_MS } from '@contract/live';
import { EventStreamParser, type StreamEvent } from './event-stream-parser';

/** Two missed heartbeats plus slack: after that the connection counts as lost. */
const SILENT_MS = 2.5 * LIVE_HEARTBEAT_MS;
const FIRST_PAUSE_MS = 3_000;
const LONGEST_PAUSE_MS = 60_000;
/** A connection that lasted this long resets the retry delay. */
const STABLE_MS = 30_000;

export interface StreamHandlers {
  /** Opens the stream after the last received event. Rejects if the server cannot be reached. */
  connect(signal: AbortSignal): Promise<Response>;
  onOpen(answer: Response): void;
  onEvent(frame: StreamEvent): void;
  onDisconnect(): void;
  /** Called on 401. @returns true if the session was renewed and a retry makes sense */
  renewSession(): Promise<boolean>;
  /** May resolve early, for example when the browser is online again. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

/**
 * Keeps one stream open, by fetch: an EventSource sends neither token nor EID and OID. Reconnects with a growing,
 * randomised delay. Resolves when aborted, when the session has ended, and if the server has no such stream. Never
 * rejects.
 */
export async function runReconnectingStream(handlers: StreamHandlers, signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted;) {
    const startedAt = performance.now();
    const requestedDelay = await readStream(handlers, signal).catch(() => undefined);
    if (signal.aborted || requestedDelay === 'never') return;
    failures = performance.now() - startedAt > STABLE_MS ? 0 : failures + 1;
    await handlers.wait(retryDelay(failures, requestedDelay ?? 0), signal);
  }
}

/** At least the requested time; randomised, so that browsers do not reconnect together. */
export function retryDelay(failures: number, requestedMs: number): number {
  const backoff = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures, 10));
  return requestedMs + (backoff / 2) * (1 + Math.random());
}

/** @returns the delay in milliseconds that the server requested; `never`: do not reconnect */
async function readStream(handlers: StreamHandlers, signal: AbortSignal): Promise<number | 'never'> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  signal.addEventListener('abort', abort);
  let silenceTimer = setTimeout(abort, SILENT_MS);
  try {
    const answer = await handlers.connect(controller.signal);
    if (answer.status === 401) return (await handlers.renewSession()) ? 0 : 'never';
    if (!isEventStream(answer)) {
      void answer.body?.cancel();
      return readRetryAfter(answer);
    }
    handlers.onOpen(answer);
    const reader = answer.body!.getReader();
    const parser = new EventStreamParser();
    for (;;) {
      const { done, value } = await reader.read();
      if (done || signal.aborted) return 0;
      clearTimeout(silenceTimer);
      silenceTimer = setTimeout(abort, SILENT_MS);
      for (const event of parser.push(value)) handlers.onEvent(event);
    }
  } finally {
    clearTimeout(silenceTimer);
    signal.removeEventListener('abort', abort);
    abort();
    handlers.onDisconnect();
  }
}

const isEventStream = ({ ok, headers, body }: Response): boolean =>
  ok && body !== null && (headers.get('content-type') ?? '').startsWith('text/event-stream');

/** 429 and 5xx are temporary. Any other answer without a stream comes from a server without live updates. */
function readRetryAfter({ status, headers }: Response): number | 'never' {
  if (status !== 429 && status < 500) return 'never';
  return (Number(headers.get('retry-after')) || 0) * 1_000;
}
