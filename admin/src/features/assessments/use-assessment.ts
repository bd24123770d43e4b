import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { PracticalAssessmentResponse } from '@contract/practical.responses';
import type { ApiError } from '@/api/api-error';
import { http } from '@/api/http';
import { apiKey } from '@/api/query-keys';
import { useApiQuery } from '@/api/use-api-query';
import { useErrorText } from '@/components/resource-labels';

/** One assessment with its commands. `problem` is the text of the last error. */
export function useAssessment(id: string) {
  const queryClient = useQueryClient();
  const errorText = useErrorText();
  const [problem, setProblem] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const endpoint = `practical-assessments/${id}` as const;
  const key = apiKey(endpoint);
  const query = useApiQuery(endpoint);
  const path = `/api/${endpoint}`;

  // Requests run one after the other, so a submit includes all earlier marks.
  const lastRequest = useRef<Promise<boolean>>(Promise.resolve(true));
  const pendingCount = useRef(0);
  /** The last state from the server. It replaces optimistic changes that failed. */
  const savedAssessment = useRef<PracticalAssessmentResponse | undefined>(undefined);
  if (pendingCount.current === 0) savedAssessment.current = query.data;

  /** @param isCommand skipped if an earlier request in the queue failed */
  function enqueue(
    request: () => Promise<{ data: PracticalAssessmentResponse }>,
    isCommand: boolean,
  ): Promise<boolean> {
    const isFirst = pendingCount.current++ === 0;
    if (isFirst) setProblem(null);
    if (isCommand) setSending(true);
    const result = lastRequest.current.then(async (previousSucceeded) => {
      try {
        if (isCommand && !isFirst && !previousSucceeded) return false;
        savedAssessment.current = (await request()).data;
        const listEndpoint = `staff/${savedAssessment.current.staff_id}/practical-assessments`;
        void queryClient.invalidateQueries({ queryKey: apiKey(listEndpoint) });
        return isFirst || previousSucceeded;
      } catch (error) {
        setProblem(Object.values((error as Partial<ApiError>).errors ?? {}).flat()[0] ?? errorText(error));
        return false;
      } finally {
        // Optimistic changes stay visible until the last request has finished.
        if (--pendingCount.current === 0) queryClient.setQueryData(key, savedAssessment.current);
        if (isCommand) setSending(false);
      }
    });
    lastRequest.current = result;
    return result;
  }
  /** Shows a change before the server confirms it. */
  const applyOptimistically = (change: (current: PracticalAssessmentResponse) => PracticalAssessmentResponse): void =>
    void queryClient.setQueryData<PracticalAssessmentResponse>(key, (current) => current && change(current));
  return {
    query,
    problem,
    sending,
    applyOptimistically,
    save: (body: object) => enqueue(() => http.patch<PracticalAssessmentResponse>(path, body), false),
    runCommand: (command: string, body: object = {}) =>
      enqueue(() => http.post<PracticalAssessmentResponse>(`${path}/${command}`, body), true),
  };
}
export type Assessment = ReturnType<typeof useAssessment>;
