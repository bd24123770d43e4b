import { useState } from 'react';
import { Checkbox, Table, type TableColumnsType } from 'antd';
import { useTranslation } from 'react-i18next';
import type { RegradeQuestionResponse, RegradedAttempt } from '@contract/attempt.responses';
import { watchJob } from '@/api/watched-jobs';
import { DescriptionList } from '@/crud/show/description-list';
import { formatCount, formatInstant, formatPercent } from '@/components/format';
import { useAccount } from '@/crud/crud-context';
import type { Row } from '@/crud/resource-module';
import { statusTone } from '@/components/status';
import { StatusTag } from '@/components/status-tag';
import { CorrectionDialog } from './correction-dialog';

const PAGE_SIZE = 6;
/** Pixels; below this width the table scrolls. */
const TABLE_WIDTH = 700;

/** Regrades submitted attempts with the current question; shows results before and after. */
export function RegradeDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const { t } = useTranslation();
  const [lower, setLower] = useState(false);
  return (
    <CorrectionDialog<RegradeQuestionResponse>
      title={t('corrections.regrade.title')}
      text={t('corrections.regrade.text')}
      action={t('corrections.regrade.action')}
      width={960}
      path={`/api/questions/${row.id}/regrade`}
      body={{ lower }}
      choices={
        <div>
          <Checkbox checked={lower} onChange={(event) => setLower(event.target.checked)}>
            {t('corrections.regrade.lower')}
          </Checkbox>
          <p className="sg-soft">{t('corrections.regrade.lower_help')}</p>
        </div>
      }
      preview={(answer) => <RegradePreview answer={answer} />}
      hasChanges={({ attempts }) => attempts.length > 0}
      successMessage={({ job_id }) => {
        if (job_id) watchJob(job_id);
        return t('corrections.regrade.done');
      }}
      writtenResources={[]}
      onClose={onClose}
    />
  );
}

function RegradePreview({ answer }: { answer: RegradeQuestionResponse }) {
  const { t, i18n } = useTranslation();
  const columns = useRegradeColumns();
  const { attempts, raised, lowered } = answer;
  const number = (value: number) => formatCount(value, i18n.language);
  return (
    <div className="sg-stack sg-one sg-gap-16">
      <DescriptionList
        columns={3}
        items={(['raised', 'lowered', 'unchanged'] as const).map((key) => ({
          key,
          label: t(`corrections.regrade.${key}`),
          children: number(answer[key]),
        }))}
      />
      {attempts.length === 0 ? (
        <p>{t('corrections.regrade.none')}</p>
      ) : (
        <Table<RegradedAttempt>
          rowKey="attempt_id"
          size="small"
          scroll={{ x: TABLE_WIDTH }}
          pagination={{ pageSize: PAGE_SIZE, hideOnSinglePage: true, showSizeChanger: false }}
          dataSource={[...attempts]}
          columns={columns}
        />
      )}
      {attempts.length > 0 && attempts.length < raised + lowered && (
        <p className="sg-soft">{t('corrections.regrade.first', { n: number(attempts.length) })}</p>
      )}
      {attempts.length > 0 && <p>{t('corrections.regrade.job')}</p>}
    </div>
  );
}

function useRegradeColumns(): TableColumnsType<RegradedAttempt> {
  const { t, i18n } = useTranslation();
  const { time_zone } = useAccount();
  const renderResult = (score: number | null, result: string) => (
    <span className="sg-row sg-wrap sg-gap-4">
      <span className="sg-number">{score === null ? '–' : formatPercent(score, i18n.language)}</span>
      <StatusTag tone={statusTone(result) ?? 'neutral'}>{t(`corrections.regrade.${result}`)}</StatusTag>
    </span>
  );
  return [
    { key: 'person', title: t('corrections.regrade.person'), render: (_, row) => <bdi>{row.staff_name}</bdi> },
    { key: 'training', title: t('corrections.regrade.training'), render: (_, row) => <bdi>{row.training_title}</bdi> },
    {
      key: 'submitted',
      width: 160,
      title: t('corrections.regrade.submitted'),
      render: (_, { submitted_at }) => formatInstant(submitted_at, i18n.language, time_zone),
    },
    {
      key: 'before',
      width: 168,
      title: t('corrections.regrade.before'),
      render: (_, row) => renderResult(row.score_before, row.result_before),
    },
    {
      key: 'after',
      width: 168,
      title: t('corrections.regrade.after'),
      render: (_, row) => renderResult(row.score_after, row.result_after),
    },
  ];
}
