import { Suspense } from 'react';
import { Flex, Row, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { laterPage } from '@/api/later-page';
import { formatDay } from '@/components/format';
import { useRowNames } from '@/crud/names';
import { FailedState } from '@/components/states';
import { useNumbers } from '@/features/reports/figures';
import { todayIn } from '@/components/dates';
import { dueSoonOf, OVERDUE, useDue, useEnrolments, useTeamExpiring, useTeamMatrix, useWaiting } from './team';
import { TeamList } from './team-list';
import styles from './team.module.css';

const TeamMatrix = laterPage(() => import('./team-matrix').then((m) => m.TeamMatrix));
const MATRIX = '/skil-matrix-report';
const TARGETS = '/targeted-matrix-report-datewise';
const WAITING = '/skill-evidence?waiting_for=me';
const ENROLMENTS = '/training/requests?waiting_for=me';

/** On a manager's home: who is due, overdue, expiring, waiting for sign-off, and the team's matrix (screens.md §5). */
export function TeamCard({ zone }: { zone: string | undefined }) {
  const today = todayIn(zone);
  return (
    <Flex component="section" className="sg-card lr-team sg-mb-24" vertical gap={20} aria-labelledby="team">
      <Head />
      <Row gutter={[20, 20]}>
        <Due id="team-overdue" name="overdue" filter={OVERDUE} />
        <Due id="team-due" name="due" filter={dueSoonOf(today)} />
        <ExpiringList />
        <WaitingList />
        <EnrolmentList />
      </Row>
      <Levels />
    </Flex>
  );
}

function Head() {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const totals = useTeamMatrix().data?.answer.totals;
  return (
    <Flex className={styles.head} wrap align="baseline" gap="4px 16px">
      <h2 id="team">{t('team.title')}</h2>
      {totals && (
        <p className="sg-soft">
          <Link to={MATRIX}>{t('team.sentence', { count: totals.staff, n: count(totals.staff) })}</Link>{' '}
          {totals.closing.required > 0 ? (
            <Link to={TARGETS}>
              {t('team.met', {
                count: totals.closing.required,
                met: count(totals.closing.compliant),
                required: count(totals.closing.required),
              })}
            </Link>
          ) : (
            t('team.no_targets')
          )}
        </p>
      )}
      <Link to="/add-staff">{t('team.people')}</Link>
    </Flex>
  );
}

function Due({ id, name, filter }: { id: string; name: 'due' | 'overdue'; filter: URLSearchParams }) {
  const { t, i18n } = useTranslation();
  const due = useDue(filter);
  const rows = due.data?.data ?? [];
  const people = useRowNames('staff', [...new Set(rows.map((row) => row.staff_id))]);
  const trainings = useRowNames('trainings', [...new Set(rows.map((row) => row.training_id))]);
  const all = new URLSearchParams([['view', 'all'], ...filter, ['sort', 'due_on']]);
  return (
    <TeamList
      id={id}
      title={t(`team.${name}.title`)}
      none={t(`team.${name}.none`)}
      counted={due.data}
      tone={name === 'overdue' ? 'error' : undefined}
      all={`/remove-training?${all.toString()}`}
      error={due.isError ? due.error : null}
      retry={() => void due.refetch()}
      lines={rows.map((row) => ({
        key: row.assignment_id,
        to: `/add-staff/${row.staff_id}/trainings`,
        who: people.get(row.staff_id) ?? '…',
        what: t('team.what', {
          training: trainings.get(row.training_id) ?? '…',
          day: row.due_on ? formatDay(row.due_on, i18n.language) : '',
        }),
      }))}
    />
  );
}

function ExpiringList() {
  const { t, i18n } = useTranslation();
  const expiring = useTeamExpiring();
  const within = expiring.data && { count: expiring.data.warn_days };
  return (
    <TeamList
      id="team-expiring"
      title={within ? t('team.expiring.title', within) : t('team.expiring.soon')}
      none={within ? t('team.expiring.none', within) : ''}
      counted={expiring.data}
      tone="warning"
      all="/expiring-skills"
      error={expiring.isError ? expiring.error : null}
      retry={() => void expiring.refetch()}
      lines={(expiring.data?.rows ?? []).map((each) => ({
        key: each.id,
        to: `/expiring-skills?cell=${each.id}`,
        who: each.staff_name,
        what: t('team.what', { training: each.skill_name, day: formatDay(each.valid_until, i18n.language) }),
      }))}
    />
  );
}

function WaitingList() {
  const { t } = useTranslation();
  const waiting = useWaiting();
  const rows = waiting.data?.data ?? [];
  const people = useRowNames('staff', [...new Set(rows.map((row) => row.staff_id))]);
  const skills = useRowNames('skills', [...new Set(rows.map((row) => row.skill_id))]);
  return (
    <TeamList
      id="team-waiting"
      title={t('team.waiting.title')}
      none={t('team.waiting.none')}
      counted={waiting.data}
      tone="warning"
      all={WAITING}
      error={waiting.isError ? waiting.error : null}
      retry={() => void waiting.refetch()}
      lines={rows.map((row) => ({
        key: row.evidence_id,
        to: `${WAITING}&show=${row.evidence_id}`,
        who: people.get(row.staff_id) ?? '…',
        what: skills.get(row.skill_id) ?? '…',
      }))}
    />
  );
}

function EnrolmentList() {
  const { t } = useTranslation();
  const asked = useEnrolments();
  const rows = asked.data?.data ?? [];
  const people = useRowNames('staff', [...new Set(rows.map((row) => row.staff_id))]);
  const trainings = useRowNames('trainings', [...new Set(rows.map((row) => row.training_id))]);
  return (
    <TeamList
      id="team-enrolments"
      title={t('team.enrolments.title')}
      none={t('team.enrolments.none')}
      counted={asked.data}
      tone="warning"
      all={ENROLMENTS}
      error={asked.isError ? asked.error : null}
      retry={() => void asked.refetch()}
      lines={rows.map((row) => ({
        key: row.enrolment_request_id,
        to: `${ENROLMENTS}&show=${row.enrolment_request_id}`,
        who: people.get(row.staff_id) ?? '…',
        what: trainings.get(row.training_id) ?? '…',
      }))}
    />
  );
}

function Levels() {
  const { t } = useTranslation();
  const matrix = useTeamMatrix();
  const waiting = <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  return (
    <Flex className="lr-team-matrix" vertical gap={8}>
      <Flex className="lr-day-head" wrap justify="space-between" align="baseline" gap="4px 16px">
        <h3>{t('team.matrix')}</h3>
        <Link to={MATRIX}>{t('team.whole_matrix')}</Link>
      </Flex>
      {matrix.isError ? (
        <FailedState error={matrix.error} retry={() => void matrix.refetch()} />
      ) : (
        <Suspense fallback={waiting}>{matrix.data ? <TeamMatrix source={matrix.data} /> : waiting}</Suspense>
      )}
    </Flex>
  );
}
