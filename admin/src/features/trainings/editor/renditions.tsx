import { Button, Flex, Skeleton } from 'antd';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotification } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import type { RenditionsResponse as RenditionsAnswer } from '@contract/training.responses';
import type { TrainingRow } from '@contract/trainings.resource';
import { ApiError } from '@/api/api-error';
import { http } from '@/api/http';
import { apiKey } from '@/api/query-keys';
import { useApiQuery } from '@/api/use-api-query';
import { FailedState } from '@/components/state-panels';
import { StatusTag } from '@/components/status-tag';
import { useErrorText } from '@/components/resource-labels';

const TONES = { offered: 'neutral', asked: 'info', made: 'success', none: 'error' } as const;
/** While a rendition is in production. */
const POLL_INTERVAL_MS = 15_000;

/** Smaller renditions of the uploaded video, with a button to request each missing one. */
export function Renditions({ row }: { row: TrainingRow }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const errorText = useErrorText();
  const { open: notify } = useNotification();
  const path = `trainings/${row.id}/video/renditions` as const;
  const revision = row.content_revision;
  const query = useApiQuery(
    path,
    {},
    {
      revision,
      refetchInterval: ({ state }) => state.data?.renditions.some((each) => each.state === 'asked') && POLL_INTERVAL_MS,
    },
  );
  const requestRendition = useMutation({
    mutationFn: (height: number) =>
      http.post<RenditionsAnswer>(`/api/${path}`, { heights: [height] }).then(({ data }) => data),
    onSuccess: (answer, height) => {
      queryClient.setQueryData(apiKey(path, {}, revision), answer);
      notify?.({ type: 'success', message: t('renditions.asked', { height }) });
    },
    onError: (error) => notify?.({ type: 'error', message: errorText(error) }),
  });
  // The server has no streaming worker.
  if (query.error instanceof ApiError && query.error.code === 'not_streamed') return null;
  return (
    <Flex vertical gap={8} align="start" component="section" aria-labelledby="renditions">
      <h2 id="renditions">{t('renditions.title')}</h2>
      <p className="sg-soft">{t('renditions.text')}</p>
      {query.isError && <FailedState error={query.error} retry={() => void query.refetch()} />}
      {query.isLoading && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
      {query.data?.renditions.length === 0 && <p>{t('renditions.none')}</p>}
      {query.data && query.data.renditions.length > 0 && (
        <>
          <ul className="sg-stack sg-gap-8">
            {query.data.renditions.map(({ height, state }) => (
              <Flex key={height} align="center" gap={12} component="li">
                <span className="sg-number">{t('renditions.picture', { height })}</span>
                <StatusTag tone={TONES[state]}>{t(`renditions.state.${state}`)}</StatusTag>
                {(state === 'offered' || state === 'none') && (
                  <Button
                    size="small"
                    loading={requestRendition.isPending && requestRendition.variables === height}
                    disabled={requestRendition.isPending}
                    onClick={() => requestRendition.mutate(height)}
                  >
                    {t('renditions.make', { height })}
                  </Button>
                )}
              </Flex>
            ))}
          </ul>
          <p className="sg-soft">{t('renditions.left', { count: query.data.minutes_left })}</p>
        </>
      )}
    </Flex>
  );
}
