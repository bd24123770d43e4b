import { Suspense } from 'react';
import { Flex, Row, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { lazyRoutePage } from '@/api/lazy-route-page';
import { formatDay } from '@/components/format';
import { useRowNames } from '@/crud/row-names';
import { FailedState } from '@/components/state-panels';
import { useNumberFormatters } from '@/features/reports/figures';
import { todayIn } from '@/components/dates';
import {
  dueSoonFilter,
  OVERDUE_FILTER,
  useDueAssignments,
  usePendingEnrolments,
  useTeamExpiring,
  useTeamMatrix,
  usePendingEvidence,
} from './team-queries';
import { TeamList } from './team-list';
import styles from './team.module.css';

const TeamMatrix = lazyRoutePage(() => import('./team-matrix').then((m) => m.TeamMatrix));
const MATRIX_PATH = '/skil-matrix-report';
const TARGETS_PATH = '/targeted-matrix-report-datewise';
const PENDING_EVIDENCE_PATH = '/skill-evidence?waiting_for=me';
const PENDING_ENROLMENTS_PATH = '/training/requests?waiting_for=me';

/** Home page of a manager: assignments due and overdue, expiring skills, pending requests, and the team matrix. */
export function TeamCard({ zone }: { zone: string | undefined }) {
  const today = todayIn(zone);
  return (
    <Flex component="section" className="sg-card lr-team sg-mb-24" vertical gap={20} aria-labelledby="team">
      <TeamHeader />
      <Row gutter={[20, 20]}>
        <DueList id="team-overdue" name="overdue" filter={OVERDUE_FILTER} />
        <DueList id="team-due" name="due" filter={dueSoonFilter(today)} />
        <ExpiringList />
        <PendingEvidenceList />
        <PendingEnrolmentList />
      </Row>
      <TeamLevels />
    </Flex>
  );
}

function TeamHeader() {
  const { t } = useTranslation();
  const { count } = useNumberFormatters();
  const totals = useTeamMatrix().data?.answer.totals;
  return (
    <Flex className={styles.head} wrap align="baseline" gap="4px 16px">
      <h2 id="team">{t('team.title')}</h2>
      {totals && (
        <p className="sg-soft">
          <Link to={MATRIX_PATH}>{t('team.sentence', { count: totals.staff, n: count(totals.staff) })}</Link>{' '}
          {totals.closing.required > 0 ? (
            <Link to={TARGETS_PATH}>
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

function DueList({ id, name, filter }: { id: string; name: 'due' | 'overdue'; filter: URLSearchParams }) {
  const { t, i18n } = useTranslation();
  const due = useDueAssignments(filter);
  const rows = due.data?.data ?? [];
  const people = useRowNames('staff', [...new Set(rows.map((row) => row.staff_id))]);
  const trainings = useRowNames('trainings', [...new Set(rows.map((row) => row.training_id))]);
  const listQuery = new URLSearchParams([['view', 'all'], ...filter, ['sort', 'due_on']]);
  return (
    <TeamList
      id={id}
      title={t(`team.${name}.title`)}
      emptyText={t(`team.${name}.none`)}
      totalCount={due.data}
      tone={name === 'overdue' ? 'error' : undefined}
      allPath={`/remove-training?${listQuery.toString()}`}
      error={due.isError ? due.error : null}
      retry={() => void due.refetch()}
      lines={rows.map((row) => ({
        key: row.assignment_id,
        to: `/add-staff/${row.staff_id}/trainings`,
        personName: people.get(row.staff_id) ?? '…',
        description: t('team.what', {
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
  const period = expiring.data && { count: expiring.data.warn_days };
  return (
    <TeamList
      id="team-expiring"
      title={period ? t('team.expiring.title', period) : t('team.expiring.soon')}
      emptyText={period ? t('team.expiring.none', period) : ''}
      totalCount={expiring.data}
      tone="warning"
      allPath="/expiring-skills"
      error={expiring.isError ? expiring.error : null}
      retry={() => void expiring.refetch()}
      lines={(expiring.data?.rows ?? []).map((each) => ({
        key: each.id,
        to: `/expiring-skills?cell=${each.id}`,
        personName: each.staff_name,
        description: t('team.what', { training: each.skill_name, day: formatDay(each.valid_until, i18n.language) }),
      }))}
    />
  );
}

function PendingEvidenceList() {
  const { t } = useTranslation();
  const evidence = usePendingEvidence();
  const rows = evidence.data?.data ?? [];
  const people = useRowNames('staff', [...new Set(rows.map((row) => row.staff_id))]);
  const skills = useRowNames('skills', [...new Set(rows.map((row) => row.skill_id))]);
  return (
    <TeamList
      id="team-waiting"
      title={t('team.waiting.title')}
      emptyText={t('team.waiting.none')}
      totalCount={evidence.data}
      tone="warning"
      allPath={PENDING_EVIDENCE_PATH}
      error={evidence.isError ? evidence.error : null}
      retry={() => void evidence.refetch()}
      lines={rows.map((row) => ({
        key: row.evidence_id,
        to: `${PENDING_EVIDENCE_PATH}&show=${row.evidence_id}`,
        personName: people.get(row.staff_id) ?? '…',
        description: skills.get(row.skill_id) ?? '…',
      }))}
    />
  );
}

function PendingEnrolmentList() {
  const { t } = useTranslation();
  const enrolments = usePendingEnrolments();
  const rows = enrolments.data?.data ?? [];
  const people = useRowNames('staff', [...new Set(rows.map((row) => row.staff_id))]);
  const trainings = useRowNames('trainings', [...new Set(rows.map((row) => row.training_id))]);
  return (
    <TeamList
      id="team-enrolments"
      title={t('team.enrolments.title')}
      emptyText={t('team.enrolments.none')}
      totalCount={enrolments.data}
      tone="warning"
      allPath={PENDING_ENROLMENTS_PATH}
      error={enrolments.isError ? enrolments.error : null}
      retry={() => void enrolments.refetch()}
      lines={rows.map((row) => ({
        key: row.enrolment_request_id,
        to: `${PENDING_ENROLMENTS_PATH}&show=${row.enrolment_request_id}`,
        personName: people.get(row.staff_id) ?? '…',
        description: trainings.get(row.training_id) ?? '…',
      }))}
    />
  );
}

function TeamLevels() {
  const { t } = useTranslation();
  const matrix = useTeamMatrix();
  const skeleton = <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  return (
    <Flex className="lr-team-matrix" vertical gap={8}>
      <Flex className="lr-day-head" wrap justify="space-between" align="baseline" gap="4px 16px">
        <h3>{t('team.matrix')}</h3>
        <Link to={MATRIX_PATH}>{t('team.whole_matrix')}</Link>
      </Flex>
      {matrix.isError ? (
        <FailedState error={matrix.error} retry={() => void matrix.refetch()} />
      ) : (
        <Suspense fallback={skeleton}>{matrix.data ? <TeamMatrix source={matrix.data} /> : skeleton}</Suspense>
      )}
    </Flex>
  );
}
