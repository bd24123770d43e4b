import type { AttemptRow } from '@contract/attempts.resource';
import { http } from '@/app/providers/http';
import type { Saved } from './answer-saver';

export interface SheetQuestion {
  slot: number;
  question_id: string;
  kind: 'single' | 'multiple' | 'true_false';
  text: string;
  points: number;
  options: { option_id: string; text: string }[];
}
export interface ReviewQuestion {
  slot: number;
  points: number;
  earned: number;
  chosen: string[];
  right: string[];
  feedback: string | null;
  explanation: string | null;
  options: { option_id: string; fraction: number; feedback: string | null }[];
}
/** An attempt as the server answers it: frozen questions, saved answers, its clock; afterwards the review by policy. */
export interface Sheet extends AttemptRow {
  title: string;
  now: string;
  questions: SheetQuestion[];
  answers: (Saved & { question_id: string })[];
  review: ReviewQuestion[] | null;
}

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
  start: (training_id: string) => timed(() => http.post<Sheet>('/api/attempts', { training_id })),
  read: (attemptId: string) => timed(() => http.get<Sheet>(`/api/attempts/${attemptId}`)),
  answer: (attemptId: string, slot: number, body: { option_id: readonly string[]; sequence: number }) =>
    timed(() => http.put<Saved & { now: string }>(`/api/attempts/${attemptId}/answers/${slot}`, body)),
  submit: (attemptId: string) => timed(() => http.post<Sheet>(`/api/attempts/${attemptId}/submit`)),
};
