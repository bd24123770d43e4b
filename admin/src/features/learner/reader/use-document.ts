import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { AcknowledgedAnswer, DocumentAnswer } from '@contract/training-answers';
import { http } from '@/api/http';
import { read } from '@/api/read';
import { dataKey } from '@/api/query-keys';
import { LEARNER } from '../learner-data';
import { PageSender } from './page-sender';

const keyOf = (trainingId: string) => dataKey(LEARNER, 'document', trainingId);

/** What a document or link gives to read, and how far it was read. Reading it opens it: time counts from then on. */
export function useDocument(trainingId: string, isRead = true) {
  return useQuery({
    queryKey: keyOf(trainingId),
    queryFn: () => read(`trainings/${trainingId}/document`),
    enabled: isRead,
    retry: 1,
    staleTime: Infinity,
  });
}

/**
 * Tells the server which pages were seen, and that all was understood. What is completed takes nothing more: nothing is
 * told then.
 */
export function useReading(trainingId: string, isOpen: boolean, learned: () => void) {
  const queries = useQueryClient();
  const [error, setError] = useState<unknown>(null);
  const [saying, setSaying] = useState(false);
  /** It was completed by what was said here. */
  const [completed, setCompleted] = useState(false);
  /** Counts documents: one that was replaced meanwhile is another one. */
  const [opened, setOpened] = useState(0);
  const path = `/api/trainings/${trainingId}/document`;

  const reopen = useCallback(async () => {
    await queries.invalidateQueries({ queryKey: keyOf(trainingId) });
    setOpened((count) => count + 1);
  }, [queries, trainingId]);

  const sender = useMemo(
    () =>
      new PageSender({
        send: async (pages, page) => (await http.post<DocumentAnswer>(`${path}/pages`, { pages, page })).data,
        taken: (answer) => queries.setQueryData(keyOf(trainingId), answer),
        replaced: () => void reopen(),
        later: (run, ms) => {
          const timer = window.setTimeout(run, ms);
          return () => window.clearTimeout(timer);
        },
      }),
    [path, queries, trainingId, reopen],
  );

  useEffect(() => () => sender.forget(), [sender, isOpen]);

  const look = useCallback(
    (pages: readonly number[], atOnce = false) => {
      if (isOpen) sender.look(pages, atOnce);
    },
    [sender, isOpen],
  );

  const again = useCallback(() => {
    sender.forget();
    return reopen();
  }, [sender, reopen]);

  const acknowledge = async (): Promise<void> => {
    setError(null);
    setSaying(true);
    try {
      const { data } = await http.post<AcknowledgedAnswer>(`${path}/acknowledgement`, {});
      queries.setQueryData<DocumentAnswer>(keyOf(trainingId), data);
      setCompleted(data.training_completed);
      learned();
    } catch (failure) {
      setError(failure);
      if ((failure as { code?: unknown }).code === 'document_not_opened') void again();
    } finally {
      setSaying(false);
    }
  };
  return { look, acknowledge, again, opened, saying, error, completed };
}
