import { Button, Flex, Skeleton } from 'antd';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotification } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import type { Renditions as Answer } from '@contract/training-answers';
import type { TrainingRow } from '@contract/trainings.resource';
import { ApiError } from '@/api/api-error';
import { http } from '@/api/http';
import { apiKey } from '@/api/query-keys';
import { useApiQuery } from '@/api/use-api-query';
import { FailedState } from '@/components/states';
import { StatusTag } from '@/components/status-tag';
import { useErrorWords } from '@/components/words';

const TONES = { offered: 'neutral', asked: 'info', made: 'success', none: 'error' } as const;
/** While one is being made. */
const LOOK_EVERY_MS = 15_000;

/** Smaller pictures of the uploaded video: which there are, and a button for each that may be made. */
export function Renditions({ row }: { row: TrainingRow }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const errorWords = useErrorWords();
  const { open: notify } = useNotification();
  const address = `trainings/${row.id}/video/renditions` as const;
  const revision = row.content_revision;
  const query = useApiQuery(
    address,
    {},
    {
      revision,
      refetchInterval: ({ state }) => state.data?.renditions.some((each) => each.state === 'asked') && LOOK_EVERY_MS,
    },
  );
  const ask = useMutation({
    mutationFn: (height: number) =>
      http.post<Answer>(`/api/${address}`, { heights: [height] }).then(({ data }) => data),
    onSuccess: (answer, height) => {
      client.setQueryData(apiKey(address, {}, revision), answer);
      notify?.({ type: 'success', message: t('renditions.asked', { height }) });
    },
    onError: (error) => notify?.({ type: 'error', message: errorWords(error) }),
  });
  // Where no process streams videos there is nothing to offer.
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
                    loading={ask.isPending && ask.variables === height}
                    disabled={ask.isPending}
                    onClick={() => ask.mutate(height)}
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
