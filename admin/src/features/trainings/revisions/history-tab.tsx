import { Table, type TableColumnsType } from 'antd';
import { useTranslation } from 'react-i18next';
import type { RevisionResponse } from '@contract/revision.responses';
import type { TrainingRow } from '@contract/trainings.resource';
import { Link } from 'react-router';
import { formatCount, formatInstant } from '@/components/format';
import { useAccount } from '@/crud/crud-context';
import { FailedState, StatePanel } from '@/components/state-panels';
import { useRevisions } from './use-revisions';

/** Published revisions, with author, note and whether completed people were assigned again. */
export function HistoryTab({ row }: { row: TrainingRow }) {
  const { t } = useTranslation();
  const { data, isError, error, refetch } = useRevisions(row);
  const columns = useRevisionColumns();
  if (isError) return <FailedState error={error} retry={() => void refetch()} />;
  if (data?.revisions.length === 0)
    return (
      <section className="sg-card">
        <StatePanel drawing="empty" title={t('revisions.none')} text={t('revisions.none_text')} />
      </section>
    );
  return (
    <section className="sg-card sg-stack sg-gap-12" aria-labelledby="history">
      <h2 id="history">{t('revisions.history')}</h2>
      <Table<RevisionResponse>
        rowKey="revision"
        size="small"
        pagination={false}
        loading={!data}
        scroll={{ x: 'max-content' }}
        dataSource={data ? [...data.revisions] : []}
        columns={columns}
      />
    </section>
  );
}

function useRevisionColumns(): TableColumnsType<RevisionResponse> {
  const { t, i18n } = useTranslation();
  const { time_zone } = useAccount();
  const formatNumber = (value: number) => formatCount(value, i18n.language);
  return [
    { key: 'revision', title: t('revisions.revision'), align: 'end', render: (_, row) => formatNumber(row.revision) },
    {
      key: 'published_at',
      title: t('revisions.when'),
      render: (_, { published_at }) => formatInstant(published_at, i18n.language, time_zone),
    },
    {
      key: 'by',
      title: t('revisions.by'),
      render: (_, row) => <bdi>{row.published_by ?? t('revisions.unknown')}</bdi>,
    },
    { key: 'note', title: t('revisions.note'), render: (_, { note }) => <bdi className="sg-any">{note}</bdi> },
    { key: 'again', title: t('revisions.again'), render: (_, row) => <RetrainCell row={row} /> },
  ];
}

function RetrainCell({ row: { train_again, people, job_id } }: { row: RevisionResponse }) {
  const { t, i18n } = useTranslation();
  if (train_again === null) return <>{t('revisions.first')}</>;
  const text = t(train_again ? 'revisions.again_yes' : 'revisions.again_no', {
    n: formatCount(people ?? 0, i18n.language),
  });
  return job_id ? <Link to={`?job=${job_id}`}>{text}</Link> : <>{text}</>;
}
