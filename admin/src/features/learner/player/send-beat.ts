import type { BeatAnswer } from '@contract/training-answers';
import { http } from '@/api/http';
import { API_ROOT } from '@/api/roots';
import { fresh } from '@/api/session';
import { authHeaders } from '@/api/storage';
import { BeatQueue, type Beat, type BeatStore } from './beat-queue';

const ADDRESS = '/api/video-progress';
const KEY = 'learner-beats';

/** `statusCode` 0: no answer at all. */
class NotTaken extends Error {
  constructor(
    readonly statusCode: number,
    readonly code?: string,
  ) {
    super(`beat: ${statusCode}`);
  }
}

/** Plain fetch: only it can outlive the page (`keepalive`). Rejects with `{statusCode, code}`. */
export async function sendBeat(beat: Beat, closing: boolean): Promise<BeatAnswer> {
  // A closing page has no time to renew its session.
  if (!closing) await fresh();
  const response = await fetch(API_ROOT + ADDRESS, {
    method: 'POST',
    keepalive: true,
    // Signed out meanwhile it is refused as that, and kept.
    headers: { Accept: 'application/json', 'Content-Type': 'application/json', ...authHeaders() },
    body: JSON.stringify(beat),
  }).catch(() => {
    throw new NotTaken(0);
  });
  // The workspace's way renews the session, or ends it.
  if (response.status === 401 && !closing) return (await http.post<BeatAnswer>(ADDRESS, beat)).data;
  if (!response.ok) {
    const { code } = (await response.json().catch(() => ({}))) as { code?: string };
    throw new NotTaken(response.status, code);
  }
  return (await response.json()) as BeatAnswer;
}

/** On this device, for this person: somebody else who signs in here does not send it. */
export const beatStore = (staffId: string, trainingId: string): BeatStore => {
  const key = `${KEY}:${staffId}:${trainingId}`;
  return {
    read: () => localStorage.getItem(key),
    write: (text) => (text === null ? localStorage.removeItem(key) : localStorage.setItem(key, text)),
  };
};

/** Sends what earlier visits could not. True when there was something. */
export async function sendKeptBeats(staffId: string): Promise<boolean> {
  const begin = `${KEY}:${staffId}:`;
  const trainings = Object.keys(localStorage)
    .filter((key) => key.startsWith(begin))
    .map((key) => key.slice(begin.length));
  for (const training_id of trainings)
    await new BeatQueue({ training_id, send: sendBeat, store: beatStore(staffId, training_id) }).beat();
  return trainings.length > 0;
}
