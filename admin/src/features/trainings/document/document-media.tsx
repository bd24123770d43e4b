import { useState } from 'react';
import { Flex, Segmented } from 'antd';
import { EditOutlined, LinkOutlined, UploadOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { DOCUMENT_BYTES_MAX } from '@contract/document-sections';
import type { DocumentAnswer } from '@contract/training-answers';
import type { TrainingRow } from '@contract/trainings.resource';
import { useApiQuery } from '@/api/use-api-query';
import { Facts } from '@/crud/show/facts';
import { formatCount } from '@/components/format';
import { useModule } from '@/crud/kit-context';
import { PageWaiting } from '@/components/page-waiting';
import { ResourceForm } from '@/crud/form/resource-form';
import { FailedState } from '@/components/states';
import { DocumentView } from '@/features/learner/reader/document-view';
import { FileUpload, type UploadKind } from '../editor/file-upload';
import { RemoveFile } from '../editor/remove-file';
import { trainingAddress } from '../training-definition';
import { DocumentText } from './document-text';
import '@/features/learner/learner.css';

const PDF: UploadKind = {
  types: ['application/pdf'],
  limit: DOCUMENT_BYTES_MAX,
  words: {
    drop: 'document_media.upload.drop',
    rules: 'document_media.upload.rules',
    wrong: 'document_media.upload.not_a_pdf',
    large: 'document_media.upload.too_large',
    reading: 'document_media.upload.reading',
    kept: 'document_media.upload.kept',
  },
  leave: 'document_media.leave',
};

/** The document as a learner will read it, and the three ways to give one. */
export function DocumentMedia({ row }: { row: TrainingRow }) {
  const { data, isError, error, refetch } = useApiQuery(
    `trainings/${row.id}/document`,
    {},
    { revision: row.content_revision, staleTime: 'static' },
  );
  if (isError) return <FailedState error={error} retry={() => void refetch()} />;
  if (!data) return <PageWaiting />;
  return <Given key={row.content_revision} row={row} document={data} again={() => void refetch()} />;
}

function Given({ row, document, again }: { row: TrainingRow; document: DocumentAnswer; again: () => void }) {
  const { t } = useTranslation();
  const module = useModule('trainings');
  const [way, setWay] = useState<string>(document.kind ?? 'pdf');
  const isOurs = document.kind === 'pdf' || document.kind === 'markdown';
  return (
    <Flex vertical gap={32} className="sg-card trn-media">
      {isOurs && <Preview row={row} document={document} again={again} />}
      <Flex vertical gap={16} align="start" component="section">
        <h2>{t(document.kind ? 'document_media.replace' : 'document_media.add')}</h2>
        <p className="sg-soft">{t('document_media.lead')}</p>
        <Segmented
          value={way}
          onChange={setWay}
          aria-label={t('document_media.way')}
          options={[
            { value: 'pdf', icon: <UploadOutlined />, label: t('document_media.ways.pdf') },
            { value: 'markdown', icon: <EditOutlined />, label: t('document_media.ways.markdown') },
            { value: 'address', icon: <LinkOutlined />, label: t('document_media.ways.address') },
          ]}
        />
        {way === 'pdf' && <FileUpload row={row} kind={PDF} />}
        {way === 'markdown' && <DocumentText row={row} text={document.text ?? ''} />}
        {way === 'address' && module && (
          <ResourceForm module={{ ...module, definition: trainingAddress }} id={row.id} inPage />
        )}
      </Flex>
    </Flex>
  );
}

function Preview({ row, document, again }: { row: TrainingRow; document: DocumentAnswer; again: () => void }) {
  const { t, i18n } = useTranslation();
  const pages = document.pages === null ? t('document_media.uncounted') : formatCount(document.pages, i18n.language);
  const facts = [
    ...(document.name
      ? [{ key: 'name', label: t('document_media.name'), children: <bdi className="sg-any">{document.name}</bdi> }]
      : []),
    { key: 'pages', label: t('document_media.pages'), children: <span className="sg-number">{pages}</span> },
  ];
  return (
    <Flex vertical gap={16} align="start" component="section">
      <DocumentView document={{ ...document, page: 1 }} again={again} />
      <Facts columns={1} facts={facts} />
      <RemoveFile
        path={`/api/trainings/${row.id}/document`}
        words={{
          remove: t('document_media.remove'),
          ask: t('document_media.remove_ask'),
          removed: t('document_media.removed'),
        }}
      />
    </Flex>
  );
}
