import { useState } from 'react';
import { Checkbox, Table, type TableColumnsType } from 'antd';
import { useTranslation } from 'react-i18next';
import type { QuestionRegraded, RegradedAttempt } from '@contract/attempt-answers';
import { watchJob } from '@/api/watched-jobs';
import { Facts } from '@/crud/show/facts';
import { formatCount, formatInstant, formatPercent } from '@/components/format';
import { useMe } from '@/crud/kit-context';
import type { Row } from '@/crud/module';
import { toneOf } from '@/components/status';
import { StatusTag } from '@/components/status-tag';
import { CorrectionDialog } from './correction-dialog';

const PAGE = 6;
/** Narrower than this the table scrolls. */
const TABLE_WIDTH = 700;

/** Grades the submitted attempts anew by the question as it is now; shows before and after. */
export function RegradeDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const { t } = useTranslation();
  const [lower, setLower] = useState(false);
  return (
    <CorrectionDialog<QuestionRegraded>
      title={t('corrections.regrade.title')}
      text={t('corrections.regrade.text')}
      action={t('corrections.regrade.action')}
      width={960}
      address={`/api/questions/${row.id}/regrade`}
      body={{ lower }}
      choices={
        <div>
          <Checkbox checked={lower} onChange={(event) => setLower(event.target.checked)}>
            {t('corrections.regrade.lower')}
          </Checkbox>
          <p className="sg-soft">{t('corrections.regrade.lower_help')}</p>
        </div>
      }
      preview={(answer) => <Preview answer={answer} />}
      changesAny={({ attempts }) => attempts.length > 0}
      done={({ job_id }) => {
        if (job_id) watchJob(job_id);
        return t('corrections.regrade.done');
      }}
      writes={[]}
      onClose={onClose}
    />
  );
}

function Preview({ answer }: { answer: QuestionRegraded }) {
  const { t, i18n } = useTranslation();
  const columns = useColumns();
  const { attempts, raised, lowered } = answer;
  const number = (value: number) => formatCount(value, i18n.language);
  return (
    <div className="sg-stack sg-one sg-gap-16">
      <Facts
        columns={3}
        facts={(['raised', 'lowered', 'unchanged'] as const).map((key) => ({
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
          pagination={{ pageSize: PAGE, hideOnSinglePage: true, showSizeChanger: false }}
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

function useColumns(): TableColumnsType<RegradedAttempt> {
  const { t, i18n } = useTranslation();
  const { time_zone } = useMe();
  const graded = (score: number | null, result: string) => (
    <span className="sg-row sg-wrap sg-gap-4">
      <span className="sg-number">{score === null ? '–' : formatPercent(score, i18n.language)}</span>
      <StatusTag tone={toneOf(result) ?? 'neutral'}>{t(`corrections.regrade.${result}`)}</StatusTag>
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
      render: (_, row) => graded(row.score_before, row.result_before),
    },
    {
      key: 'after',
      width: 168,
      title: t('corrections.regrade.after'),
      render: (_, row) => graded(row.score_after, row.result_after),
    },
  ];
}
