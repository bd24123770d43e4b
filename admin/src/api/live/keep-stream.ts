import { LIVE_BEAT_MS } from '@contract/live';
import { FrameReader, type Frame } from './frames';

/** Two beats and a slow line: whoever is silent for longer is gone, though nobody said so. */
const SILENT_MS = 2.5 * LIVE_BEAT_MS;
const FIRST_PAUSE_MS = 3_000;
const LONGEST_PAUSE_MS = 60_000;
/** What stood so long was no failure. */
const STOOD_MS = 30_000;

export interface StreamNeeds {
  /** Opens it, behind what was told last. Rejects where the server cannot be reached. */
  ask(signal: AbortSignal): Promise<Response>;
  opened(answer: Response): void;
  told(frame: Frame): void;
  /** It is not there at the moment. */
  lost(): void;
  /** The session is not accepted. @returns whether it is worth another try: it was renewed */
  refused(): Promise<boolean>;
  /** Ends early where there is reason to hope. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
}

/**
 * Keeps one stream open, by fetch: an EventSource sends neither token nor EID and OID. What is lost is opened again, after
 * pauses that grow and differ from browser to browser. Resolves when it is told to end, when the session has ended, and
 * where the server has no such stream. Never rejects.
 */
export async function keepStream(needs: StreamNeeds, signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted;) {
    const began = performance.now();
    const wait = await once(needs, signal).catch(() => undefined);
    if (signal.aborted || wait === 'never') return;
    failures = performance.now() - began > STOOD_MS ? 0 : failures + 1;
    await needs.pause(pauseOf(failures, wait ?? 0), signal);
  }
}

/** At least what the server asked for; never all browsers at once. */
export function pauseOf(failures: number, asked: number): number {
  const grown = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures, 10));
  return asked + (grown / 2) * (1 + Math.random());
}

/** @returns how long the server asks to wait; `never`: there is none to be had */
async function once(needs: StreamNeeds, signal: AbortSignal): Promise<number | 'never'> {
  const ending = new AbortController();
  const end = () => ending.abort();
  signal.addEventListener('abort', end);
  let silence = setTimeout(end, SILENT_MS);
  try {
    const answer = await needs.ask(ending.signal);
    if (answer.status === 401) return (await needs.refused()) ? 0 : 'never';
    if (!isStream(answer)) {
      void answer.body?.cancel();
      return waitOf(answer);
    }
    needs.opened(answer);
    const reader = answer.body!.getReader();
    const frames = new FrameReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done || signal.aborted) return 0;
      clearTimeout(silence);
      silence = setTimeout(end, SILENT_MS);
      for (const frame of frames.take(value)) needs.told(frame);
    }
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', end);
    end();
    needs.lost();
  }
}

const isStream = ({ ok, headers, body }: Response): boolean =>
  ok && body !== null && (headers.get('content-type') ?? '').startsWith('text/event-stream');

/** Too many, too busy, draining: later. Anything else that is no stream is an older server, or nobody of ours. */
function waitOf({ status, headers }: Response): number | 'never' {
  if (status !== 429 && status < 500) return 'never';
  return (Number(headers.get('retry-after')) || 0) * 1_000;
}
