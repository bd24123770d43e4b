import type { AnswerSaved, AttemptSheet } from '@contract/attempt-answers';
import { http } from '@/api/http';
import type { Given } from './given';

/** Each with this machine's clock around the call, for the server's clock. */
export interface Timed<T> {
  data: T;
  sentAt: number;
  heardAt: number;
}

async function timed<T>(call: () => Promise<{ data: T }>): Promise<Timed<T>> {
  const sentAt = Date.now();
  const { data } = await call();
  return { data, sentAt, heardAt: Date.now() };
}

/** Every function rejects with `ApiError`. */
export const attemptApi = {
  start: (training_id: string) => timed(() => http.post<AttemptSheet>('/api/attempts', { training_id })),
  read: (attemptId: string) => timed(() => http.get<AttemptSheet>(`/api/attempts/${attemptId}`)),
  answer: (attemptId: string, slot: number, body: Given & { sequence: number }) =>
    timed(() => http.put<AnswerSaved>(`/api/attempts/${attemptId}/answers/${slot}`, body)),
  submit: (attemptId: string) => timed(() => http.post<AttemptSheet>(`/api/attempts/${attemptId}/submit`)),
};
