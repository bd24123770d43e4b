import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { AcknowledgementResponse, DocumentResponse } from '@contract/training.responses';
import { http } from '@/api/http';
import { apiGet } from '@/api/api-get';
import { dataKey } from '@/api/query-keys';
import { LEARNER } from '../learner-data';
import { PageSender } from './page-sender';

const documentKey = (trainingId: string) => dataKey(LEARNER, 'document', trainingId);

/** The document of a training and its reading progress. Loading it opens it, and time counts from then on. */
export function useDocument(trainingId: string, isEnabled = true) {
  return useQuery({
    queryKey: documentKey(trainingId),
    queryFn: () => apiGet(`trainings/${trainingId}/document`),
    enabled: isEnabled,
    retry: 1,
    staleTime: Infinity,
  });
}

/** Reports the pages that were read and the acknowledgement. Reports nothing for a completed assignment. */
export function useReadingProgress(trainingId: string, isOpen: boolean, onCompleted: () => void) {
  const queryClient = useQueryClient();
  const [error, setError] = useState<unknown>(null);
  const [isAcknowledging, setIsAcknowledging] = useState(false);
  /** Completed by this acknowledgement. */
  const [isCompleted, setIsCompleted] = useState(false);
  /** Changes when the document was replaced or loaded again. */
  const [documentVersion, setDocumentVersion] = useState(0);
  const path = `/api/trainings/${trainingId}/document`;

  const reopen = useCallback(async () => {
    await queryClient.invalidateQueries({ queryKey: documentKey(trainingId) });
    setDocumentVersion((count) => count + 1);
  }, [queryClient, trainingId]);

  const sender = useMemo(
    () =>
      new PageSender({
        send: async (pages, page) => (await http.post<DocumentResponse>(`${path}/pages`, { pages, page })).data,
        onResponse: (answer) => queryClient.setQueryData(documentKey(trainingId), answer),
        onDocumentReplaced: () => void reopen(),
        schedule: (run, ms) => {
          const timer = window.setTimeout(run, ms);
          return () => window.clearTimeout(timer);
        },
      }),
    [path, queryClient, trainingId, reopen],
  );

  useEffect(() => () => sender.reset(), [sender, isOpen]);

  const recordView = useCallback(
    (pages: readonly number[], immediately = false) => {
      if (isOpen) sender.recordView(pages, immediately);
    },
    [sender, isOpen],
  );

  const reload = useCallback(() => {
    sender.reset();
    return reopen();
  }, [sender, reopen]);

  const acknowledge = async (): Promise<void> => {
    setError(null);
    setIsAcknowledging(true);
    try {
      const { data } = await http.post<AcknowledgementResponse>(`${path}/acknowledgement`, {});
      queryClient.setQueryData<DocumentResponse>(documentKey(trainingId), data);
      setIsCompleted(data.training_completed);
      onCompleted();
    } catch (failure) {
      setError(failure);
      if ((failure as { code?: unknown }).code === 'document_not_opened') void reload();
    } finally {
      setIsAcknowledging(false);
    }
  };
  return { recordView, acknowledge, reload, documentVersion, isAcknowledging, error, isCompleted };
}
