import { Button } from 'antd';
import { ExportOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { TrainingRow } from '@contract/trainings.resource';
import { read } from '@/api/read';
import { FailedState } from '@/components/states';
import { LEARNER } from '../learner-data';
import { Waiting } from '../learner-frame';
import { DocumentView } from '../reader/document-view';

export function usePreviewedDocument({ training_id, content_revision }: TrainingRow, isAsked = true) {
  return useQuery({
    queryKey: [LEARNER, 'preview-document', training_id, content_revision],
    queryFn: () => read(`trainings/${training_id}/document`, { preview: 'true' }),
    enabled: isAsked,
    staleTime: Infinity,
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
    <section className="sg-card lr-material sg-stack sg-items-start sg-gap-12">
      <h2 className="sg-mb-8">{t(`learner.material.${training.type}.title`)}</h2>
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
    </section>
  );
}
