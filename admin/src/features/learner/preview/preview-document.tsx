import { Button, Flex } from 'antd';
import { ExportOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { TrainingRow } from '@contract/trainings.resource';
import { useApiQuery } from '@/api/use-api-query';
import { FailedState } from '@/components/state-panels';
import { CardSkeleton } from '../learner-frame';
import { DocumentView } from '../reader/document-view';

/** The document of a training as learners see it, without recording progress. */
export function usePreviewDocument({ training_id, content_revision }: TrainingRow, isEnabled = true) {
  const preview = { preview: 'true' };
  return useApiQuery(`trainings/${training_id}/document`, preview, {
    revision: content_revision,
    enabled: isEnabled,
    staleTime: 'static',
    retry: 1,
  });
}

/** The document without progress and acknowledgement. */
export function PreviewDocument({ training }: { training: TrainingRow }) {
  const { t } = useTranslation();
  const { data, dataUpdatedAt, isError, error, refetch } = usePreviewDocument(training);
  if (isError) return <FailedState error={error} retry={() => void refetch()} />;
  if (!data) return <CardSkeleton />;
  if (data.kind === 'pdf' || data.kind === 'markdown')
    return <DocumentView key={dataUpdatedAt} document={data} onReload={() => void refetch()} />;
  return (
    <Flex component="section" className="sg-card" vertical align="start" gap={12}>
      <h2>{t(`learner.material.${training.type}.title`)}</h2>
      <p>{t(`learner.material.${training.type}.text`)}</p>
      {data.url && (
        <Button
          type="primary"
          size="large"
          href={data.url}
          target="_blank"
          rel="noopener noreferrer"
          icon={<ExportOutlined aria-hidden />}
        >
          {t(`learner.material.${training.type}.open`)}
        </Button>
      )}
    </Flex>
  );
}
