import { comesTo } from './eventually';
import type { Headers } from './organisation';

interface LiveLine {
  id?: string;
  event: string;
  kind?: string;
  resource?: string;
  /** Of the record. */
  subject?: string | null;
  version?: number | null;
}

export interface Listening {
  status: number;
  headers: globalThis.Headers;
  /** What it was told so far. */
  events: LiveLine[];
  /** Comments: that it is there, and that it is still there. */
  beats: string[];
  /** With which it could come again where nothing happens. */
  places: string[];
  /** The server has ended it. */
  readonly isOver: boolean;
  /** Until such an event was told. */
  hears(wanted: Partial<LiveLine>): Promise<void>;
  close(): void;
}

/** `GET /api/live` as a browser reads it. */
export async function listen(at: { url: string }, headers: Headers): Promise<Listening> {
  const leave = new AbortController();
  const answer = await fetch(`${at.url}/api/live`, { headers, signal: leave.signal });
  const events: LiveLine[] = [];
  const beats: string[] = [];
  const state = { isOver: false };
  const listening: Listening = {
    status: answer.status,
    headers: answer.headers,
    events,
    beats,
    places: [],
    get isOver() {
      return state.isOver;
    },
    hears: (wanted) => comesTo(() => events, expect.arrayContaining([expect.objectContaining(wanted)])),
    close: () => leave.abort(),
  };
  if (answer.status !== 200) await answer.text();
  else
    void read(answer, listening)
      .catch(() => undefined)
      .finally(() => (state.isOver = true));
  if (answer.status === 200) await comesTo(() => beats.length > 0, true);
  return listening;
}

async function read(answer: Response, { events, beats, places }: Listening): Promise<void> {
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  for (let text = ''; ;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    const parts = text.split('\n\n');
    text = parts.pop()!;
    for (const part of parts) {
      // What has no data is no event; an id in it is kept for the next time.
      if (!/^data:/m.test(part)) {
        for (const [, comment] of part.matchAll(/^: (.*)$/gm)) beats.push(comment!);
        for (const [, id] of part.matchAll(/^id: (.*)$/gm)) places.push(id!);
        continue;
      }
      const of = Object.fromEntries(part.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2))) as Record<
        string,
        string
      >;
      const { id: subject, ...data } = JSON.parse(of['data'] ?? '{}') as Record<string, never>;
      events.push({ ...(of['id'] && { id: of['id'] }), event: of['event']!, ...data, subject });
    }
  }
}
