import { useState } from 'react';
import { Button, Flex } from 'antd';
import { MoreOutlined, StopOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AttemptRow } from '@contract/attempts.resource';
import { useSession } from '@/api/use-session';
import { DropMenu } from '@/components/drop-menu';
import { formatCount, formatInstant, formatMinutes, formatPercent } from '@/components/format';
import { useMe } from '@/crud/kit-context';
import { useUrlKey } from '@/crud/list/list-url';
import { later } from '@/components/later';
import type { Row } from '@/crud/module';
import { useRowNames } from '@/crud/names';
import { StatePanel } from '@/components/states';
import { toneOf } from '@/components/status';
import { StatusTag } from '@/components/status-tag';
import { PagedRows } from './paged-rows';
import { mayVoid, VoidAttemptDialog } from './void-attempt';

const AnswerSheet = later(() => import('./answer-sheet').then((m) => m.AnswerSheet));

type Attempt = AttemptRow & Row;

/** Every attempt at a quiz, the latest first: score, result, and the sheet for whoever may see it. */
export function ResultsTab({ staffId }: { staffId: string }) {
  const { t } = useTranslation();
  const [sheet, show] = useUrlKey('show');
  return (
    <>
      <section className="sg-card" aria-label={t('person.tabs.results')}>
        <PagedRows<Attempt>
          resource="attempts"
          filters={[{ field: 'staff_id', operator: 'eq', value: staffId }]}
          sorters={[{ field: 'started_at', order: 'desc' }]}
          none={<StatePanel drawing="empty" title={t('person.none.results_title')} text={t('person.none.results')} />}
        >
          {(rows) => <Attempts rows={rows} staffId={staffId} show={show} />}
        </PagedRows>
      </section>
      {sheet && <AnswerSheet id={sheet} onClose={() => show(null)} />}
    </>
  );
}

function Attempts(props: { rows: readonly Attempt[]; staffId: string; show: (id: string) => void }) {
  const { role, user } = useSession();
  const { rows, staffId } = props;
  const { t, i18n } = useTranslation();
  const { time_zone } = useMe();
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
            <Score row={row} />
          </Flex>
          <Flex flex="0 0 104px">
            <State row={row} />
          </Flex>
          <Flex flex="0 0 132px">
            <SheetLink row={row} isOwn={user?.staff_id === staffId} show={() => props.show(row.attempt_id)} />
          </Flex>
          <Flex flex="0 0 32px">{mayVoid(row, role) && <AttemptMenu row={row} />}</Flex>
        </li>
      ))}
    </ul>
  );
}

function Score({ row }: { row: Attempt }) {
  const { t, i18n } = useTranslation();
  const percent = (value: number) => formatPercent(value, i18n.language);
  if (row.score === null) return null;
  return (
    <Flex vertical component="span">
      <strong className="sg-number">{percent(row.score)}</strong>
      <small>{t('learner.quiz.mark', { mark: percent(row.pass_mark) })}</small>
    </Flex>
  );
}

function State({ row }: { row: Attempt }) {
  const { t } = useTranslation();
  if (row.result && row.status === 'submitted')
    return <StatusTag tone={toneOf(row.result) ?? 'neutral'}>{t(`reports.choices.result.${row.result}`)}</StatusTag>;
  return <StatusTag tone={toneOf(row.status) ?? 'neutral'}>{t(`person.attempt.${row.status}`)}</StatusTag>;
}

function AttemptMenu({ row }: { row: Attempt }) {
  const { t, i18n } = useTranslation();
  const [voiding, setVoiding] = useState(false);
  const attempt = t('learner.result.attempt', { no: formatCount(row.attempt_no, i18n.language) });
  const name = t('kit.row_menu', { name: attempt });
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
      <DropMenu name={name} placement="bottomRight" menu={{ items }}>
        <Button type="text" size="small" icon={<MoreOutlined aria-hidden />} aria-label={name} />
      </DropMenu>
      {voiding && <VoidAttemptDialog attempt={row} onClose={() => setVoiding(false)} />}
    </>
  );
}

/** One's own is the page one came from; an admin looks at it here. A manager sees how it went, and not what was asked. */
function SheetLink({ row, isOwn, show }: { row: Attempt; isOwn: boolean; show: () => void }) {
  const { role } = useSession();
  const { t } = useTranslation();
  if (isOwn) return <Link to={`/my-training/${row.training_id}/quiz/${row.attempt_id}`}>{t('person.sheet.open')}</Link>;
  if (role !== 'admin' || row.submitted_at === null) return null;
  return (
    <Button type="link" onClick={show}>
      {t('person.sheet.open')}
      <span className="sg-visually-hidden">: {row.attempt_no}</span>
    </Button>
  );
}
