import { eventually } from './eventually';
import type { Headers } from './organisation';

interface LiveStreamEvent {
  id?: string;
  event: string;
  kind?: string;
  resource?: string;
  /** Id of the record. */
  subject?: string | null;
  version?: number | null;
}

export interface LiveStreamClient {
  status: number;
  headers: globalThis.Headers;
  /** Events received so far. */
  events: LiveStreamEvent[];
  /** Comments: the first one and the heartbeats. */
  heartbeats: string[];
  /** Ids for resuming the stream that came without an event. */
  resumeIds: string[];
  /** True when the server has closed the stream. */
  readonly isClosed: boolean;
  /** Waits until such an event has been received. */
  waitForEvent(expected: Partial<LiveStreamEvent>): Promise<void>;
  close(): void;
}

/** Reads `GET /api/live` as a browser does. */
export async function openLiveStream(server: { url: string }, headers: Headers): Promise<LiveStreamClient> {
  const abortController = new AbortController();
  const response = await fetch(`${server.url}/api/live`, { headers, signal: abortController.signal });
  const events: LiveStreamEvent[] = [];
  const heartbeats: string[] = [];
  const state = { isClosed: false };
  const client: LiveStreamClient = {
    status: response.status,
    headers: response.headers,
    events,
    heartbeats,
    resumeIds: [],
    get isClosed() {
      return state.isClosed;
    },
    waitForEvent: (expected) => eventually(() => events, expect.arrayContaining([expect.objectContaining(expected)])),
    close: () => abortController.abort(),
  };
  if (response.status !== 200) await response.text();
  else
    void readStream(response, client)
      .catch(() => undefined)
      .finally(() => (state.isClosed = true));
  if (response.status === 200) await eventually(() => heartbeats.length > 0, true);
  return client;
}

async function readStream(response: Response, { events, heartbeats, resumeIds }: LiveStreamClient): Promise<void> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  for (let text = ''; ;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    const parts = text.split('\n\n');
    text = parts.pop()!;
    for (const part of parts) {
      // A block without data is not an event; its id is used for resuming.
      if (!/^data:/m.test(part)) {
        for (const [, comment] of part.matchAll(/^: (.*)$/gm)) heartbeats.push(comment!);
        for (const [, id] of part.matchAll(/^id: (.*)$/gm)) resumeIds.push(id!);
        continue;
      }
      const fields = Object.fromEntries(part.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2))) as Record<
        string,
        string
      >;
      const { id: subject, ...data } = JSON.parse(fields['data'] ?? '{}') as Record<string, never>;
      events.push({ ...(fields['id'] && { id: fields['id'] }), event: fields['event']!, ...data, subject });
    }
  }
}
