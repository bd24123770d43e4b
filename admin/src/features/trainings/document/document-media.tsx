import { useState } from 'react';
import { Flex, Segmented } from 'antd';
import { EditOutlined, LinkOutlined, UploadOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { DOCUMENT_BYTES_MAX } from '@contract/document-sections';
import type { DocumentResponse } from '@contract/training.responses';
import type { TrainingRow } from '@contract/trainings.resource';
import { useApiQuery } from '@/api/use-api-query';
import { DescriptionList } from '@/crud/show/description-list';
import { formatCount } from '@/components/format';
import { useModule } from '@/crud/crud-context';
import { PageSkeleton } from '@/components/page-skeleton';
import { ResourceForm } from '@/crud/form/resource-form';
import { FailedState } from '@/components/state-panels';
import { DocumentView } from '@/features/learner/reader/document-view';
import { FileUpload, type UploadKind } from '../editor/file-upload';
import { RemoveFile } from '../editor/remove-file';
import { trainingUrlDefinition } from '../training-definition';
import { DocumentTextForm } from './document-text-form';
import '@/features/learner/learner.css';

const PDF: UploadKind = {
  types: ['application/pdf'],
  limit: DOCUMENT_BYTES_MAX,
  textKeys: {
    drop: 'document_media.upload.drop',
    rules: 'document_media.upload.rules',
    wrong: 'document_media.upload.not_a_pdf',
    large: 'document_media.upload.too_large',
    reading: 'document_media.upload.reading',
    kept: 'document_media.upload.kept',
  },
  leaveTextPrefix: 'document_media.leave',
};

/** Document preview, and its replacement by PDF, Markdown or URL. */
export function DocumentMedia({ row }: { row: TrainingRow }) {
  const { data, isError, error, refetch } = useApiQuery(
    `trainings/${row.id}/document`,
    {},
    { revision: row.content_revision, staleTime: 'static' },
  );
  if (isError) return <FailedState error={error} retry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  return <DocumentEditor key={row.content_revision} row={row} document={data} reload={() => void refetch()} />;
}

function DocumentEditor({
  row,
  document,
  reload,
}: {
  row: TrainingRow;
  document: DocumentResponse;
  reload: () => void;
}) {
  const { t } = useTranslation();
  const module = useModule('trainings');
  const [source, setSource] = useState<string>(document.kind ?? 'pdf');
  const isStored = document.kind === 'pdf' || document.kind === 'markdown';
  return (
    <Flex vertical gap={32} className="sg-card trn-media">
      {isStored && <DocumentPreview row={row} document={document} reload={reload} />}
      <Flex vertical gap={16} align="start" component="section">
        <h2>{t(document.kind ? 'document_media.replace' : 'document_media.add')}</h2>
        <p className="sg-soft">{t('document_media.lead')}</p>
        <Segmented
          value={source}
          onChange={setSource}
          aria-label={t('document_media.way')}
          options={[
            { value: 'pdf', icon: <UploadOutlined />, label: t('document_media.ways.pdf') },
            { value: 'markdown', icon: <EditOutlined />, label: t('document_media.ways.markdown') },
            { value: 'address', icon: <LinkOutlined />, label: t('document_media.ways.address') },
          ]}
        />
        {source === 'pdf' && <FileUpload row={row} kind={PDF} />}
        {source === 'markdown' && <DocumentTextForm row={row} text={document.text ?? ''} />}
        {source === 'address' && module && (
          <ResourceForm module={{ ...module, definition: trainingUrlDefinition }} id={row.id} inPage />
        )}
      </Flex>
    </Flex>
  );
}

function DocumentPreview({
  row,
  document,
  reload,
}: {
  row: TrainingRow;
  document: DocumentResponse;
  reload: () => void;
}) {
  const { t, i18n } = useTranslation();
  const pageCount =
    document.pages === null ? t('document_media.uncounted') : formatCount(document.pages, i18n.language);
  const items = [
    ...(document.name
      ? [{ key: 'name', label: t('document_media.name'), children: <bdi className="sg-any">{document.name}</bdi> }]
      : []),
    { key: 'pages', label: t('document_media.pages'), children: <span className="sg-number">{pageCount}</span> },
  ];
  return (
    <Flex vertical gap={16} align="start" component="section">
      <DocumentView document={{ ...document, page: 1 }} onReload={reload} />
      <DescriptionList columns={1} items={items} />
      <RemoveFile
        path={`/api/trainings/${row.id}/document`}
        texts={{
          remove: t('document_media.remove'),
          ask: t('document_media.remove_ask'),
          removed: t('document_media.removed'),
        }}
      />
    </Flex>
  );
}
