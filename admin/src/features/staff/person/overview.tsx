import { Button, Col, Flex, Row, Statistic } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { OPEN_ASSIGNMENT_STATES } from '@contract/training-assignments.resource';
import type { ResourceModule } from '@/crud/module';
import { useCountLabel } from '@/crud/list/paging';
import { RowFields } from '@/crud/show/resource-show';
import { useOwnSkills } from '@/features/learner/skills/use-own-skills';
import { OVERDUE } from '@/features/learner/team/team';
import { useNumbers } from '@/features/reports/figures';
import { Employments } from '../employments';
import { JobRolesHeld } from '../job-roles-held';
import { useCount, useExpiring } from './counts';
import type { Person } from './person-page';

/** Where somebody stands, in figures that each lead to their rows; then who they are and what they were. */
export function Overview({ module, row }: { module: ResourceModule; row: Person }) {
  const { t } = useTranslation();
  return (
    <>
      <Standing staffId={row.id} />
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
              <JobRolesHeld staffId={row.id} />
            </section>
            <section className="sg-card" aria-labelledby="person-employments">
              <h2 id="person-employments">{t('staff.employments.tab')}</h2>
              <Employments staffId={row.id} />
            </section>
          </Flex>
        </Col>
      </Row>
    </>
  );
}

const OPEN = new URLSearchParams(OPEN_ASSIGNMENT_STATES.map((state) => ['state', state]));
const WAITING = new URLSearchParams({ state: 'pending' });
const of = (staff_id: string, filter: URLSearchParams) => new URLSearchParams([['staff_id', staff_id], ...filter]);

function Standing({ staffId }: { staffId: string }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const skills = useOwnSkills(staffId);
  const expiring = useExpiring(staffId);
  const open = useCount('training-assignments', of(staffId, OPEN));
  const overdue = useCount('training-assignments', of(staffId, OVERDUE));
  const waiting = useCount('skill-evidence', of(staffId, WAITING));
  const failed = [skills, expiring, open, overdue, waiting].filter(({ isError, data }) => isError && !data);
  const counted = useCountLabel();
  return (
    <>
      <Flex wrap gap={16} className="prs-standing sg-mb-24">
        <Figure
          label={t('person.targets')}
          to="skills"
          asked={skills}
          value={({ totals }) => (totals['required'] ? count(totals['compliant']) : '–')}
          of={({ totals }) =>
            totals['required'] ? t('person.targets_set', { n: count(totals['required']) }) : t('person.no_targets')
          }
        />
        <Figure
          label={t('person.expiring')}
          to={`/expiring-skills?staff_id=${staffId}`}
          asked={expiring}
          value={counted}
          of={({ warn_days }) => t('person.within', { count: warn_days, n: count(warn_days) })}
          tone="warning"
        />
        <Figure label={t('person.open')} to={`trainings?view=all&${OPEN.toString()}`} asked={open} value={counted} />
        <Figure
          label={t('person.overdue')}
          to={`trainings?view=all&${OVERDUE.toString()}`}
          asked={overdue}
          value={counted}
          tone="error"
        />
        <Figure
          label={t('person.waiting')}
          to={`evidence?${WAITING.toString()}`}
          asked={waiting}
          value={counted}
          tone="warning"
        />
      </Flex>
      {failed.length > 0 && (
        <Button className="sg-mb-24" onClick={() => failed.forEach((each) => void each.refetch())}>
          {t('kit.retry')}
        </Button>
      )}
    </>
  );
}

/** A figure is shown once it is known, and what could not be counted says so. */
function Figure<Known extends object>(props: {
  label: string;
  to: string;
  asked: { readonly data: Known | undefined; readonly isError: boolean };
  value: (known: Known) => string;
  of?: (known: Known) => string;
  tone?: 'warning' | 'error';
}) {
  const { t } = useTranslation();
  const { label, to, asked, value, of: outOf, tone } = props;
  const { data: known, isError } = asked;
  const isSome = known && (!('total' in known) || known.total !== 0);
  const note = known ? outOf?.(known) : isError && t('home.attention.unknown');
  return (
    <Link to={to} className="sg-card sg-plain">
      <Statistic
        title={label}
        valueRender={() => (
          <strong className={`sg-number sg-big${tone && isSome ? ` sg-${tone}` : ''}`}>
            {known ? value(known) : isError ? '–' : '…'}
          </strong>
        )}
      />
      {note && <small>{note}</small>}
    </Link>
  );
}
