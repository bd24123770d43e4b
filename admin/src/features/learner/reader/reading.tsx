import { Alert, Button, Flex } from 'antd';
import { CheckOutlined, ExportOutlined } from '@ant-design/icons';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentAnswer } from '@contract/training-answers';
import type { TrainingRow } from '@contract/trainings.resource';
import { formatCount, formatInstant } from '@/components/format';
import { useMe } from '@/crud/kit-context';
import { FailedState } from '@/components/states';
import { useErrorWords } from '@/components/words';
import { Waiting } from '../learner-frame';
import { DocumentView } from './document-view';
import { useDocument, useReading } from './use-document';

interface Props {
  training: TrainingRow;
  learned: () => void;
  /** It was opened in a tab of its own. */
  opened: boolean;
  open: () => void;
  /** The assignment: what is completed takes nothing more. */
  isOpen: boolean;
  /** Its quiz is still to be passed. */
  waits: boolean;
}

/** What is to be read, and below it the act of saying that it was. */
export function Reading(props: Props) {
  const { training, learned, isOpen, waits } = props;
  const { data, isError, error, refetch } = useDocument(training.training_id);
  const reading = useReading(training.training_id, isOpen, learned);
  if (isError) return <FailedState error={error} retry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const counted = data.pages ?? 1;
  const look = (page: number, last: boolean) => {
    // What a viewer finds no page for comes with its last one.
    const pages = last && data.pages !== null ? [page, ...numbers(page + 1, counted)] : [Math.min(page, counted)];
    reading.look(pages);
  };
  return (
    <>
      {data.kind === 'pdf' || data.kind === 'markdown' ? (
        <DocumentView key={reading.opened} document={data} shown={look} again={() => void reading.again()} />
      ) : (
        <Elsewhere {...props} document={data} look={() => reading.look([1], true)} />
      )}
      {data.asks_acknowledgement && data.kind !== null && (
        <Acknowledgement document={data} reading={reading} isMissing={isOpen && !waits && !reading.completed} />
      )}
    </>
  );
}

const numbers = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);

/** An address opens in a tab of its own: that it was opened is all that is known of it. */
function Elsewhere(props: Props & { document: DocumentAnswer; look: () => void }) {
  const { training, document, opened, open, look } = props;
  const { t } = useTranslation();
  return (
    <Flex component="section" className="sg-card" vertical align="start" gap={12}>
      <h2>{t(`learner.material.${training.type}.title`)}</h2>
      <p>{t(`learner.material.${training.type}.text`)}</p>
      {document.url && (
        <>
          <Button
            type={opened || document.all_seen ? 'default' : 'primary'}
            size="large"
            onClick={() => {
              open();
              look();
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

interface Said {
  document: DocumentAnswer;
  reading: ReturnType<typeof useReading>;
  /** Nothing else is: what was said already, while something else was missing, may be said again. */
  isMissing: boolean;
}

function Acknowledgement({ document, reading, isMissing }: Said) {
  const { t, i18n } = useTranslation();
  const { time_zone } = useMe();
  const errorWords = useErrorWords();
  const why = useId();
  const { acknowledged_at, all_seen, pages, pages_seen, kind } = document;
  const said = acknowledged_at !== null && (
    <section className="sg-card">
      <p className="kit-tone-success sg-toned sg-medium" role="status">
        <span aria-hidden="true">✓ </span>
        {t('reader.said', { day: formatInstant(acknowledged_at, i18n.language, time_zone) })}
      </p>
    </section>
  );
  if (said && !isMissing) return said;
  const figure = (count: number) => formatCount(count, i18n.language);
  return (
    <>
      {said}
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
            {t('reader.seen', { seen: figure(pages_seen.length), pages: figure(pages) })}
          </p>
        )}
        <p id={why} className="sg-soft">
          {t(all_seen ? 'reader.ready' : kind === 'address' ? 'reader.open_first' : 'reader.read_first')}
        </p>
        {reading.error !== null && <Alert type="error" showIcon role="alert" message={errorWords(reading.error)} />}
        <Button
          type="primary"
          size="large"
          icon={<CheckOutlined aria-hidden />}
          disabled={!all_seen}
          loading={reading.saying}
          aria-describedby={why}
          onClick={() => void reading.acknowledge()}
        >
          {t('reader.acknowledge')}
        </Button>
      </Flex>
    </>
  );
}
