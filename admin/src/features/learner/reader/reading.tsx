import { Alert, Button, Flex } from 'antd';
import { CheckOutlined, ExportOutlined } from '@ant-design/icons';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentResponse } from '@contract/training.responses';
import type { TrainingRow } from '@contract/trainings.resource';
import { formatCount, formatInstant } from '@/components/format';
import { useAccount } from '@/crud/crud-context';
import { FailedState } from '@/components/state-panels';
import { useErrorText } from '@/components/resource-labels';
import { CardSkeleton } from '../learner-frame';
import { DocumentView } from './document-view';
import { useDocument, useReadingProgress } from './use-document';

interface Props {
  training: TrainingRow;
  onCompleted: () => void;
  /** The link was opened in another tab. */
  isOpened: boolean;
  onOpen: () => void;
  /** The assignment is open. A completed one accepts no progress. */
  isOpen: boolean;
  /** The quiz is not passed yet. */
  isQuizPending: boolean;
}

/** A document or link, and its acknowledgement. */
export function Reading(props: Props) {
  const { training, onCompleted, isOpen, isQuizPending } = props;
  const { data, isError, error, refetch } = useDocument(training.training_id);
  const reading = useReadingProgress(training.training_id, isOpen, onCompleted);
  if (isError) return <FailedState error={error} retry={() => void refetch()} />;
  if (!data) return <CardSkeleton />;
  const pageCount = data.pages ?? 1;
  const handlePageShown = (page: number, last: boolean) => {
    // The server may count more pages than the viewer finds. They count with the last page.
    const pages = last && data.pages !== null ? [page, ...range(page + 1, pageCount)] : [Math.min(page, pageCount)];
    reading.recordView(pages);
  };
  return (
    <>
      {data.kind === 'pdf' || data.kind === 'markdown' ? (
        <DocumentView
          key={reading.documentVersion}
          document={data}
          onPageShown={handlePageShown}
          onReload={() => void reading.reload()}
        />
      ) : (
        <ExternalDocument {...props} document={data} onViewed={() => reading.recordView([1], true)} />
      )}
      {data.asks_acknowledgement && data.kind !== null && (
        <Acknowledgement
          document={data}
          reading={reading}
          isMissing={isOpen && !isQuizPending && !reading.isCompleted}
        />
      )}
    </>
  );
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);

/** A link opens in another tab. Only the opening can be measured. */
function ExternalDocument(props: Props & { document: DocumentResponse; onViewed: () => void }) {
  const { training, document, isOpened, onOpen, onViewed } = props;
  const { t } = useTranslation();
  return (
    <Flex component="section" className="sg-card" vertical align="start" gap={12}>
      <h2>{t(`learner.material.${training.type}.title`)}</h2>
      <p>{t(`learner.material.${training.type}.text`)}</p>
      {document.url && (
        <>
          <Button
            type={isOpened || document.all_seen ? 'default' : 'primary'}
            size="large"
            onClick={() => {
              onOpen();
              onViewed();
            }}
            href={document.url}
            target="_blank"
            rel="noopener noreferrer"
            icon={<ExportOutlined aria-hidden />}
          >
            {t(`learner.material.${training.type}.open`)}
          </Button>
          <p className="sg-soft">
            {t('learner.material.new_tab')} <bdi className="sg-mono sg-any">{document.url}</bdi>
          </p>
        </>
      )}
      {!document.asks_acknowledgement && <p className="sg-soft">{t('learner.material.by_quiz')}</p>}
    </Flex>
  );
}

interface AcknowledgementProps {
  document: DocumentResponse;
  reading: ReturnType<typeof useReadingProgress>;
  /** Only the acknowledgement is missing. It may be repeated if something else was missing the first time. */
  isMissing: boolean;
}

function Acknowledgement({ document, reading, isMissing }: AcknowledgementProps) {
  const { t, i18n } = useTranslation();
  const { time_zone } = useAccount();
  const errorText = useErrorText();
  const hintId = useId();
  const { acknowledged_at, all_seen, pages, pages_seen, kind } = document;
  const acknowledgedNote = acknowledged_at !== null && (
    <section className="sg-card">
      <p className="kit-tone-success sg-toned sg-medium" role="status">
        <span aria-hidden="true">✓ </span>
        {t('reader.said', { day: formatInstant(acknowledged_at, i18n.language, time_zone) })}
      </p>
    </section>
  );
  if (acknowledgedNote && !isMissing) return acknowledgedNote;
  const formatNumber = (count: number) => formatCount(count, i18n.language);
  return (
    <>
      {acknowledgedNote}
      <Flex
        component="section"
        className="sg-card"
        vertical
        align="start"
        gap={12}
        aria-label={t('reader.acknowledge')}
      >
        {pages !== null && (
          <p className="sg-number" role="status">
            {t('reader.seen', { seen: formatNumber(pages_seen.length), pages: formatNumber(pages) })}
          </p>
        )}
        <p id={hintId} className="sg-soft">
          {t(all_seen ? 'reader.ready' : kind === 'address' ? 'reader.open_first' : 'reader.read_first')}
        </p>
        {reading.error !== null && <Alert type="error" showIcon role="alert" message={errorText(reading.error)} />}
        <Button
          type="primary"
          size="large"
          icon={<CheckOutlined aria-hidden />}
          disabled={!all_seen}
          loading={reading.isAcknowledging}
          aria-describedby={hintId}
          onClick={() => void reading.acknowledge()}
        >
          {t('reader.acknowledge')}
        </Button>
      </Flex>
    </>
  );
}
