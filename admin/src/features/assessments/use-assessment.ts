import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { PracticalAnswer } from '@contract/practical-answers';
import type { ApiError } from '@/api/api-error';
import { http } from '@/api/http';
import { apiKey } from '@/api/query-keys';
import { useApiQuery } from '@/api/use-api-query';
import { useErrorWords } from '@/components/words';

/** One assessment, and the steps that it takes; what the server refuses is said in words. */
export function useAssessment(id: string) {
  const queries = useQueryClient();
  const errorWords = useErrorWords();
  const [problem, setProblem] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const address = `practical-assessments/${id}` as const;
  const key = apiKey(address);
  const query = useApiQuery(address);
  const path = `/api/${address}`;

  // One after the other: what is handed in is what was marked before.
  const line = useRef<Promise<boolean>>(Promise.resolve(true));
  const waiting = useRef(0);
  /** As the server said it last: what it did not take is not shown as if it had. */
  const kept = useRef<PracticalAnswer | undefined>(undefined);
  if (waiting.current === 0) kept.current = query.data;

  /** @param isStep it is not taken where what came before it was not */
  function doing(work: () => Promise<{ data: PracticalAnswer }>, isStep: boolean): Promise<boolean> {
    const isFirst = waiting.current++ === 0;
    if (isFirst) setProblem(null);
    if (isStep) setSending(true);
    const turn = line.current.then(async (went) => {
      try {
        if (isStep && !isFirst && !went) return false;
        kept.current = (await work()).data;
        const ofPerson = `staff/${kept.current.staff_id}/practical-assessments`;
        void queries.invalidateQueries({ queryKey: apiKey(ofPerson) });
        return isFirst || went;
      } catch (error) {
        setProblem(Object.values((error as Partial<ApiError>).errors ?? {}).flat()[0] ?? errorWords(error));
        return false;
      } finally {
        // What was marked meanwhile is shown as it was marked until its own answer.
        if (--waiting.current === 0) queries.setQueryData(key, kept.current);
        if (isStep) setSending(false);
      }
    });
    line.current = turn;
    return turn;
  }
  /** As the server will have it, until it says so. */
  const foresee = (change: (now: PracticalAnswer) => PracticalAnswer): void =>
    void queries.setQueryData<PracticalAnswer>(key, (now) => now && change(now));
  return {
    query,
    problem,
    sending,
    foresee,
    save: (body: object) => doing(() => http.patch<PracticalAnswer>(path, body), false),
    step: (command: string, body: object = {}) =>
      doing(() => http.post<PracticalAnswer>(`${path}/${command}`, body), true),
  };
}
export type Assessment = ReturnType<typeof useAssessment>;
