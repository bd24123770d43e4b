import { useState } from 'react';
import { Button, Flex } from 'antd';
import { MoreOutlined, StopOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AttemptRow } from '@contract/attempts.resource';
import { useSession } from '@/api/use-session';
import { ActionMenu } from '@/components/action-menu';
import { formatCount, formatInstant, formatMinutes, formatPercent } from '@/components/format';
import { useAccount } from '@/crud/crud-context';
import { useSearchParam } from '@/crud/list/use-list-state';
import { lazyComponent } from '@/components/lazy-component';
import type { Row } from '@/crud/resource-module';
import { useRowNames } from '@/crud/row-names';
import { StatePanel } from '@/components/state-panels';
import { statusTone } from '@/components/status';
import { StatusTag } from '@/components/status-tag';
import { PagedRows } from './paged-rows';
import { canVoidAttempt, VoidAttemptDialog } from './void-attempt';

const AnswerSheetDrawer = lazyComponent(() => import('./answer-sheet').then((m) => m.AnswerSheetDrawer));

type Attempt = AttemptRow & Row;

/** All quiz attempts, the latest first, with the answer sheet where the current user may see it. */
export function ResultsTab({ staffId }: { staffId: string }) {
  const { t } = useTranslation();
  const [attemptId, showAttempt] = useSearchParam('show');
  return (
    <>
      <section className="sg-card" aria-label={t('person.tabs.results')}>
        <PagedRows<Attempt>
          resource="attempts"
          filters={[{ field: 'staff_id', operator: 'eq', value: staffId }]}
          sorters={[{ field: 'started_at', order: 'desc' }]}
          emptyState={
            <StatePanel drawing="empty" title={t('person.none.results_title')} text={t('person.none.results')} />
          }
        >
          {(rows) => <AttemptList rows={rows} staffId={staffId} onOpen={showAttempt} />}
        </PagedRows>
      </section>
      {attemptId && <AnswerSheetDrawer id={attemptId} onClose={() => showAttempt(null)} />}
    </>
  );
}

function AttemptList(props: { rows: readonly Attempt[]; staffId: string; onOpen: (id: string) => void }) {
  const { role, user } = useSession();
  const { rows, staffId } = props;
  const { t, i18n } = useTranslation();
  const { time_zone } = useAccount();
  const trainings = useRowNames('trainings', [...new Set(rows.map((row) => row.training_id))]);
  const at = (instant: string) => formatInstant(instant, i18n.language, time_zone);
  return (
    <ul className="sg-lines sg-entries">
      {rows.map((row) => (
        <li key={row.attempt_id}>
          <Flex vertical flex="1 1 240px">
            <strong>
              <bdi>{trainings.get(row.training_id) ?? '…'}</bdi>
            </strong>
            <p className="sg-soft">
              {[
                t('learner.result.attempt', { no: formatCount(row.attempt_no, i18n.language) }),
                row.submitted_at ? at(row.submitted_at) : t('person.begun', { at: at(row.started_at) }),
                row.extra_minutes &&
                  t('person.extra_time', { minutes: formatMinutes(row.extra_minutes, i18n.language) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </Flex>
          <Flex flex="0 0 148px">
            <AttemptScore row={row} />
          </Flex>
          <Flex flex="0 0 104px">
            <AttemptStatus row={row} />
          </Flex>
          <Flex flex="0 0 132px">
            <SheetLink row={row} isOwn={user?.staff_id === staffId} onOpen={() => props.onOpen(row.attempt_id)} />
          </Flex>
          <Flex flex="0 0 32px">{canVoidAttempt(row, role) && <AttemptMenu row={row} />}</Flex>
        </li>
      ))}
    </ul>
  );
}

function AttemptScore({ row }: { row: Attempt }) {
  const { t, i18n } = useTranslation();
  const formatScore = (value: number) => formatPercent(value, i18n.language);
  if (row.score === null) return null;
  return (
    <Flex vertical component="span">
      <strong className="sg-number">{formatScore(row.score)}</strong>
      <small>{t('learner.quiz.mark', { mark: formatScore(row.pass_mark) })}</small>
    </Flex>
  );
}

function AttemptStatus({ row }: { row: Attempt }) {
  const { t } = useTranslation();
  if (row.result && row.status === 'submitted')
    return (
      <StatusTag tone={statusTone(row.result) ?? 'neutral'}>{t(`reports.choices.result.${row.result}`)}</StatusTag>
    );
  return <StatusTag tone={statusTone(row.status) ?? 'neutral'}>{t(`person.attempt.${row.status}`)}</StatusTag>;
}

function AttemptMenu({ row }: { row: Attempt }) {
  const { t, i18n } = useTranslation();
  const [isVoiding, setVoiding] = useState(false);
  const attemptLabel = t('learner.result.attempt', { no: formatCount(row.attempt_no, i18n.language) });
  const name = t('kit.row_menu', { name: attemptLabel });
  const items = [
    {
      key: 'void',
      icon: <StopOutlined />,
      label: t('person.sheet.void'),
      danger: true,
      onClick: () => setVoiding(true),
    },
  ];
  return (
    <>
      <ActionMenu name={name} placement="bottomRight" menu={{ items }}>
        <Button type="text" size="small" icon={<MoreOutlined aria-hidden />} aria-label={name} />
      </ActionMenu>
      {isVoiding && <VoidAttemptDialog attempt={row} onClose={() => setVoiding(false)} />}
    </>
  );
}

/** The person opens their learner page, an admin the drawer. A manager may not see questions and answers. */
function SheetLink({ row, isOwn, onOpen }: { row: Attempt; isOwn: boolean; onOpen: () => void }) {
  const { role } = useSession();
  const { t } = useTranslation();
  if (isOwn) return <Link to={`/my-training/${row.training_id}/quiz/${row.attempt_id}`}>{t('person.sheet.open')}</Link>;
  if (role !== 'admin' || row.submitted_at === null) return null;
  return (
    <Button type="link" onClick={onOpen}>
      {t('person.sheet.open')}
      <span className="sg-visually-hidden">: {row.attempt_no}</span>
    </Button>
  );
}
