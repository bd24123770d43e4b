import { Button, Flex } from 'antd';
import { ExportOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { TrainingRow } from '@contract/trainings.resource';
import { useApiQuery } from '@/api/use-api-query';
import { FailedState } from '@/components/states';
import { Waiting } from '../learner-frame';
import { DocumentView } from '../reader/document-view';

export function usePreviewedDocument({ training_id, content_revision }: TrainingRow, isAsked = true) {
  const preview = { preview: 'true' };
  return useApiQuery(`trainings/${training_id}/document`, preview, {
    revision: content_revision,
    enabled: isAsked,
    staleTime: 'static',
    retry: 1,
  });
}

/** What there is to read, page by page. No page is counted, and nothing is acknowledged. */
export function PreviewDocument({ training }: { training: TrainingRow }) {
  const { t } = useTranslation();
  const { data, dataUpdatedAt, isError, error, refetch } = usePreviewedDocument(training);
  if (isError) return <FailedState error={error} retry={() => void refetch()} />;
  if (!data) return <Waiting />;
  if (data.kind === 'pdf' || data.kind === 'markdown')
    return <DocumentView key={dataUpdatedAt} document={data} again={() => void refetch()} />;
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
