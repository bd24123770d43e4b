import type { WatchProgressResponse } from '@contract/training.responses';
import { http } from '@/api/http';
import { API_ROOT } from '@/api/env';
import { ensureFreshToken } from '@/api/session';
import { authHeaders } from '@/api/storage';
import { WatchProgressQueue, type WatchProgress, type ProgressStore } from './watch-progress-queue';

const ENDPOINT = '/api/video-progress';
const KEY_PREFIX = 'learner-beats';

/** `statusCode` 0: no response. */
class SendProgressError extends Error {
  constructor(
    readonly statusCode: number,
    readonly code?: string,
  ) {
    super(`watch progress failed: ${statusCode}`);
  }
}

/** Uses fetch, because only `keepalive` requests outlive the page. Rejects with `{statusCode, code}`. */
export async function sendWatchProgress(progress: WatchProgress, closing: boolean): Promise<WatchProgressResponse> {
  // A closing page has no time to refresh its token.
  if (!closing) await ensureFreshToken();
  const response = await fetch(API_ROOT + ENDPOINT, {
    method: 'POST',
    keepalive: true,
    // After a sign-out the server rejects this with 401, and the progress stays stored.
    headers: { Accept: 'application/json', 'Content-Type': 'application/json', ...authHeaders() },
    body: JSON.stringify(progress),
  }).catch(() => {
    throw new SendProgressError(0);
  });
  // The shared client refreshes the session, or ends it.
  if (response.status === 401 && !closing) return (await http.post<WatchProgressResponse>(ENDPOINT, progress)).data;
  if (!response.ok) {
    const { code } = (await response.json().catch(() => ({}))) as { code?: string };
    throw new SendProgressError(response.status, code);
  }
  return (await response.json()) as WatchProgressResponse;
}

/** localStorage, separate for each staff member. */
export const createProgressStore = (staffId: string, trainingId: string): ProgressStore => {
  const key = `${KEY_PREFIX}:${staffId}:${trainingId}`;
  return {
    read: () => localStorage.getItem(key),
    write: (text) => (text === null ? localStorage.removeItem(key) : localStorage.setItem(key, text)),
  };
};

/** Sends the stored progress of earlier visits. Returns whether there was any. */
export async function sendStoredProgress(staffId: string): Promise<boolean> {
  const prefix = `${KEY_PREFIX}:${staffId}:`;
  const trainingIds = Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length));
  for (const training_id of trainingIds)
    await new WatchProgressQueue({
      training_id,
      send: sendWatchProgress,
      store: createProgressStore(staffId, training_id),
    }).flush();
  return trainingIds.length > 0;
}
