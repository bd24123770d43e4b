import type { QueryClient } from '@tanstack/react-query';
import { setLive } from '@/api/live/hearers';
import { resourceKey } from '@/api/query-keys';
import { SharedStream } from '@/api/live/shared-stream';
import { read } from '@/api/read';
import { API_ROOT, WITH_COOKIES } from '@/api/roots';
import { finishBeforeLogout, fresh, signedIn } from '@/api/session';
import { authHeaders, readToken } from '@/api/storage';
import { readViewing } from '@/api/viewing';
import { Refresher } from './refresher';

let running: { readonly name: string; end(): void } | undefined;
let watched = false;

/**
 * From now on this tab is told what changes (`GET /api/live`), until the session ends. Silent where the browser cannot share
 * a stream among its tabs (an old one, or no TLS), where the server has none, and while platform staff look at an
 * organisation, which is not told to them: whoever waits for something asks by the clock then, as always.
 */
export function start(client: QueryClient): void {
  // Typed as always there: browsers have neither where the page is not safe.
  const canShare = 'locks' in navigator && navigator.locks && 'BroadcastChannel' in globalThis;
  if (running || !canShare || !signedIn() || readViewing()) return;
  const name = nameNow();
  const refresher = new Refresher(client);
  const stream = new SharedStream({
    name,
    since: oldestOf(client),
    ask: (last, signal) => ask(name, last, signal),
    heard: (news) => refresher.hear(news),
    live: (isOpen) => {
      setLive(isOpen);
      // Whoever relied on being told asks by the clock again; what was told before there was a stream, nobody heard.
      const asked = isOpen ? 'notices' : 'jobs';
      void client.invalidateQueries({ queryKey: resourceKey(asked), type: 'active' });
    },
    // Whether it is over, or only the token, is found out as for every request.
    refused: () =>
      read('me').then(
        () => nameNow() === name,
        () => false,
      ),
    pause,
  });
  const end = () => {
    running = undefined;
    stream.end();
    refresher.end();
  };
  running = { name, end };
  if (!watched) watchSession(client);
  watched = true;
}

/** Ends with the session, here or in another tab; goes on with the next one of whoever signed in again elsewhere. */
function watchSession(client: QueryClient): void {
  const end = () => running?.end();
  finishBeforeLogout(async () => end());
  addEventListener('session-expired', end);
  addEventListener('storage', () => {
    if (running && running.name !== nameNow()) {
      end();
      start(client);
    }
  });
}

/** When what is shown was read: what has happened since then is to be told. */
function oldestOf(client: QueryClient): number {
  const read = client.getQueryCache().findAll({ predicate: ({ state }) => state.dataUpdatedAt > 0 });
  return Math.min(Date.now(), ...read.map(({ state }) => state.dataUpdatedAt));
}

/** Whose session it is, and which: of the lock and of the channel. */
function nameNow(): string {
  const { EID, OID } = authHeaders();
  return `skilgrid-live ${OID} ${EID} ${sessionOf(readToken() ?? '')}`;
}

/** The same for all tokens of a session (RFC 7519; `sid` is the server's own). */
function sessionOf(token: string): string {
  try {
    const claims = atob(token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/'));
    return String((JSON.parse(claims) as { sid?: string }).sid);
  } catch {
    return '';
  }
}

async function ask(name: string, last: string, signal: AbortSignal): Promise<Response> {
  await fresh();
  // In the name of somebody else nothing is asked.
  if (nameNow() !== name) throw new Error('the session is another one');
  const { 'Content-Type': _none, ...who } = authHeaders();
  return fetch(`${API_ROOT}/api/live`, {
    headers: { ...who, Accept: 'text/event-stream', 'Last-Event-ID': last },
    credentials: WITH_COOKIES ? 'include' : 'same-origin',
    cache: 'no-store',
    signal,
  });
}

/** Over early when the network is there again. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}
