import type { SaveAnswerResponse, AttemptSheet } from '@contract/attempt.responses';
import { http } from '@/api/http';
import type { PartialAnswer } from './partial-answer';

/** A response with the local times around the call, for `ServerClock`. */
export interface TimedResponse<T> {
  data: T;
  sentAt: number;
  receivedAt: number;
}

async function withTiming<T>(call: () => Promise<{ data: T }>): Promise<TimedResponse<T>> {
  const sentAt = Date.now();
  const { data } = await call();
  return { data, sentAt, receivedAt: Date.now() };
}

export const attemptApi = {
  start: (training_id: string) => withTiming(() => http.post<AttemptSheet>('/api/attempts', { training_id })),
  read: (attemptId: string) => withTiming(() => http.get<AttemptSheet>(`/api/attempts/${attemptId}`)),
  saveAnswer: (attemptId: string, slot: number, body: PartialAnswer & { sequence: number }) =>
    withTiming(() => http.put<SaveAnswerResponse>(`/api/attempts/${attemptId}/answers/${slot}`, body)),
  submit: (attemptId: string) => withTiming(() => http.post<AttemptSheet>(`/api/attempts/${attemptId}/submit`)),
};
