import { RedoOutlined, ScheduleOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router';
import { jobs } from '@contract/jobs.resource';
import { readImpersonation } from '@/api/impersonation';
import type { ResourceModule } from '@/crud/resource-module';
import { ResourceList } from '@/crud/list/resource-list';
import { NumberCell } from '@/features/customers/number.cell';
import { mayRetry } from './job';
import { JobErrorCell, JobStateCell } from './job-state';
import './jobs.css';

const { customer_id, changed, attempts } = jobs.fields;

/** Jobs of all customers for platform staff, with customer and number of attempts. */
const jobsModule: ResourceModule = {
  definition: {
    ...jobs,
    fields: {
      ...jobs.fields,
      customer_id: { ...customer_id, list: 'shown' },
      changed: { ...changed, list: 'hidden' },
      attempts: { ...attempts, list: 'shown' },
    },
  },
  route: '/jobs',
  labelKey: 'menu.jobs',
  icon: ScheduleOutlined,
  intro: JobQueueNav,
  cells: { customer_id: NumberCell, state: JobStateCell, error_code: JobErrorCell },
  widths: {
    customer_id: 112,
    kind: 150,
    state: 132,
    done: 84,
    total: 84,
    attempts: 84,
    started_at: 160,
    ended_at: 160,
  },
  rowActions: [
    { name: 'retry', icon: RedoOutlined, direct: true, when: (row) => mayRetry(row) && readImpersonation() === null },
  ],
};

const QUEUES = {
  all: '',
  waiting: '?state=queued&state=running&state=undoing',
  dead: '?state=dead',
} as const;

function JobQueueNav() {
  const { t } = useTranslation();
  const { search } = useLocation();
  return (
    <nav className="sg-mb-16 sg-row sg-wrap sg-gap-16" aria-label={t('jobs.queues.label')}>
      {(['all', 'waiting', 'dead'] as const).map((queue) => (
        <NavLink
          key={queue}
          to={`/jobs${QUEUES[queue]}`}
          aria-current={search === QUEUES[queue] ? 'page' : undefined}
          className={search === QUEUES[queue] ? 'sg-semi' : ''}
        >
          {t(`jobs.queues.${queue}`)}
        </NavLink>
      ))}
    </nav>
  );
}

export const JobsPage = () => <ResourceList module={jobsModule} />;
