import { Button, Col, Flex, Row, Statistic } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { OPEN_ASSIGNMENT_STATES } from '@contract/training-assignments.resource';
import type { ResourceModule } from '@/crud/resource-module';
import { useCountLabel } from '@/crud/list/paging';
import { RowFields } from '@/crud/show/resource-show';
import { useOwnSkills } from '@/features/learner/skills/use-own-skills';
import { OVERDUE_FILTER } from '@/features/learner/team/team-queries';
import { useNumberFormatters } from '@/features/reports/figures';
import { EmploymentHistory } from '../employments';
import { JobRoleHistory } from '../job-role-history';
import { useRowCount, useExpiringSkillCount } from './use-counts';
import type { Person } from './person-page';

/** Key figures that link to their lists, then the record, the job roles and the employments. */
export function OverviewTab({ module, row }: { module: ResourceModule; row: Person }) {
  const { t } = useTranslation();
  return (
    <>
      <KeyFigures staffId={row.id} />
      <Row gutter={[24, 24]}>
        <Col xs={24} lg={14}>
          <section className="sg-card" aria-label={t('person.record')}>
            <RowFields module={module} row={row} />
          </section>
        </Col>
        <Col xs={24} lg={10}>
          <Flex vertical gap={24}>
            <section className="sg-card" aria-labelledby="person-roles">
              <h2 id="person-roles">{t('staff.held.tab')}</h2>
              <JobRoleHistory staffId={row.id} />
            </section>
            <section className="sg-card" aria-labelledby="person-employments">
              <h2 id="person-employments">{t('staff.employments.tab')}</h2>
              <EmploymentHistory staffId={row.id} />
            </section>
          </Flex>
        </Col>
      </Row>
    </>
  );
}

const OPEN_FILTER = new URLSearchParams(OPEN_ASSIGNMENT_STATES.map((state) => ['state', state]));
const PENDING_FILTER = new URLSearchParams({ state: 'pending' });
const withStaffId = (staff_id: string, filter: URLSearchParams) =>
  new URLSearchParams([['staff_id', staff_id], ...filter]);

function KeyFigures({ staffId }: { staffId: string }) {
  const { t } = useTranslation();
  const { count } = useNumberFormatters();
  const skills = useOwnSkills(staffId);
  const expiringSkills = useExpiringSkillCount(staffId);
  const openAssignments = useRowCount('training-assignments', withStaffId(staffId, OPEN_FILTER));
  const overdueAssignments = useRowCount('training-assignments', withStaffId(staffId, OVERDUE_FILTER));
  const pendingEvidence = useRowCount('skill-evidence', withStaffId(staffId, PENDING_FILTER));
  const failedQueries = [skills, expiringSkills, openAssignments, overdueAssignments, pendingEvidence].filter(
    ({ isError, data }) => isError && !data,
  );
  const countLabel = useCountLabel();
  return (
    <>
      <Flex wrap gap={16} className="prs-standing sg-mb-24">
        <KeyFigure
          label={t('person.targets')}
          to="skills"
          query={skills}
          value={({ totals }) => (totals['required'] ? count(totals['compliant']) : '–')}
          detail={({ totals }) =>
            totals['required'] ? t('person.targets_set', { n: count(totals['required']) }) : t('person.no_targets')
          }
        />
        <KeyFigure
          label={t('person.expiring')}
          to={`/expiring-skills?staff_id=${staffId}`}
          query={expiringSkills}
          value={countLabel}
          detail={({ warn_days }) => t('person.within', { count: warn_days, n: count(warn_days) })}
          tone="warning"
        />
        <KeyFigure
          label={t('person.open')}
          to={`trainings?view=all&${OPEN_FILTER.toString()}`}
          query={openAssignments}
          value={countLabel}
        />
        <KeyFigure
          label={t('person.overdue')}
          to={`trainings?view=all&${OVERDUE_FILTER.toString()}`}
          query={overdueAssignments}
          value={countLabel}
          tone="error"
        />
        <KeyFigure
          label={t('person.waiting')}
          to={`evidence?${PENDING_FILTER.toString()}`}
          query={pendingEvidence}
          value={countLabel}
          tone="warning"
        />
      </Flex>
      {failedQueries.length > 0 && (
        <Button className="sg-mb-24" onClick={() => failedQueries.forEach((each) => void each.refetch())}>
          {t('kit.retry')}
        </Button>
      )}
    </>
  );
}

/** A figure with a link; shows "…" while it loads and a note after an error. */
function KeyFigure<Data extends object>(props: {
  label: string;
  to: string;
  query: { readonly data: Data | undefined; readonly isError: boolean };
  value: (data: Data) => string;
  detail?: (data: Data) => string;
  tone?: 'warning' | 'error';
}) {
  const { t } = useTranslation();
  const { label, to, query, value, detail: formatDetail, tone } = props;
  const { data: loaded, isError } = query;
  const isNonZero = loaded && (!('total' in loaded) || loaded.total !== 0);
  const note = loaded ? formatDetail?.(loaded) : isError && t('home.attention.unknown');
  return (
    <Link to={to} className="sg-card sg-plain">
      <Statistic
        title={label}
        valueRender={() => (
          <strong className={`sg-number sg-big${tone && isNonZero ? ` sg-${tone}` : ''}`}>
            {loaded ? value(loaded) : isError ? '–' : '…'}
          </strong>
        )}
      />
      {note && <small>{note}</small>}
    </Link>
  );
}
