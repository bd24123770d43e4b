import type { QueryClient } from '@tanstack/react-query';
import { setLive } from '@/api/live/subscriptions';
import { resourceKey } from '@/api/query-keys';
import { SharedStream } from '@/api/live/shared-stream';
import { apiGet } from '@/api/api-get';
import { API_ROOT, WITH_COOKIES } from '@/api/env';
import { onBeforeLogout, ensureFreshToken, isSignedIn } from '@/api/session';
import { authHeaders, readToken } from '@/api/storage';
import { readImpersonation } from '@/api/impersonation';
import { LiveRefresher } from './live-refresher';

let running: { readonly name: string; stop(): void } | undefined;
let isWatchingSession = false;

/**
 * Starts live updates of this tab (`GET /api/live`) until the session ends. Does nothing if the browser lacks Web Locks
 * or BroadcastChannel (old, or no TLS) and during impersonation, because the customer's events are not sent to platform
 * staff. Hooks then poll.
 */
export function startLiveUpdates(client: QueryClient): void {
  // TypeScript assumes both exist, but they are missing in insecure contexts.
  const canShare = 'locks' in navigator && navigator.locks && 'BroadcastChannel' in globalThis;
  if (running || !canShare || !isSignedIn() || readImpersonation()) return;
  const name = sessionName();
  const liveRefresher = new LiveRefresher(client);
  const stream = new SharedStream({
    name,
    since: oldestDataTime(client),
    connect: (last, signal) => connect(name, last, signal),
    onUpdate: (update) => liveRefresher.handleUpdate(update),
    onLiveChange: (isOpen) => {
      setLive(isOpen);
      // After a disconnect jobs are polled again; after a connect notices may have been missed.
      const staleResource = isOpen ? 'notices' : 'jobs';
      void client.invalidateQueries({ queryKey: resourceKey(staleResource), type: 'active' });
    },
    // Any request shows whether the session has ended or only the token has expired.
    renewSession: () =>
      apiGet('me').then(
        () => sessionName() === name,
        () => false,
      ),
    wait,
  });
  const stop = () => {
    running = undefined;
    stream.end();
    liveRefresher.end();
  };
  running = { name, stop };
  if (!isWatchingSession) endWithSession(client);
  isWatchingSession = true;
}

/** Stops with the session; restarts if the user signed in again in another tab. */
function endWithSession(client: QueryClient): void {
  const stop = () => running?.stop();
  onBeforeLogout(async () => stop());
  addEventListener('session-expired', stop);
  addEventListener('storage', () => {
    if (running && running.name !== sessionName()) {
      stop();
      startLiveUpdates(client);
    }
  });
}

/** Time of the oldest visible data: later events must be received. */
function oldestDataTime(client: QueryClient): number {
  const queries = client.getQueryCache().findAll({ predicate: ({ state }) => state.dataUpdatedAt > 0 });
  return Math.min(Date.now(), ...queries.map(({ state }) => state.dataUpdatedAt));
}

/** Name of the lock and the channel; identifies account and session. */
function sessionName(): string {
  const { EID, OID } = authHeaders();
  return `skilgrid-live ${OID} ${EID} ${sessionIdOf(readToken() ?? '')}`;
}

/** The session id, equal for all tokens of a session (RFC 7519; `sid` is set by our server). */
function sessionIdOf(token: string): string {
  try {
    const claims = atob(token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/'));
    return String((JSON.parse(claims) as { sid?: string }).sid);
  } catch {
    return '';
  }
}

async function connect(name: string, last: string, signal: AbortSignal): Promise<Response> {
  await ensureFreshToken();
  // Never sends a request for another session.
  if (sessionName() !== name) throw new Error('The session has changed.');
  const { 'Content-Type': _none, ...sessionHeaders } = authHeaders();
  return fetch(`${API_ROOT}/api/live`, {
    headers: { ...sessionHeaders, Accept: 'text/event-stream', 'Last-Event-ID': last },
    credentials: WITH_COOKIES ? 'include' : 'same-origin',
    cache: 'no-store',
    signal,
  });
}

/** Resolves early when the browser is online again. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      removeEventListener('online', finish);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    addEventListener('online', finish);
    signal.addEventListener('abort', finish);
  });
}
