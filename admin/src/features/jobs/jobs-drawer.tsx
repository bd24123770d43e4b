import { useEffect, useState } from 'react';
import { Pagination, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { unwatchJobs } from '@/api/watched-jobs';
import { formatInstant } from '@/components/format';
import { useMe } from '@/crud/kit-context';
import { countedIn } from '@/crud/list/paging';
import { SideDrawer } from '@/components/side-drawer';
import { FailedState, StatePanel } from '@/components/states';
import { isOpen, useFar, type Job } from './job';
import { JobStateTag } from './job-state';
import { JOBS_PAGE, useJobs, useWritten } from './use-jobs';
import './jobs.css';

const NONE: never[] = [];

/** An organisation's jobs, the newest first. */
export function JobsDrawer({ open }: { open: (job: string | null) => void }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const { query, result } = useJobs(null, page);
  const jobs = query.data ? result.data : NONE;
  const { total } = countedIn(query.data);
  useWritten(jobs);
  useEffect(() => unwatchJobs(jobs.filter((job) => !isOpen(job)).map(({ job_id }) => job_id)), [jobs]);
  return (
    <SideDrawer title={t('menu.jobs')} onClose={() => open(null)}>
      {query.isError && !query.data && <FailedState error={query.error} retry={() => void query.refetch()} />}
      {query.isLoading && <Skeleton active paragraph={{ rows: 6 }} />}
      {query.isSuccess && jobs.length === 0 && (
        <StatePanel drawing="empty" title={t('jobs.none')} text={t('jobs.empty')} />
      )}
      {jobs.length > 0 && (
        <ul className="job-list sg-panel">
          {jobs.map((job) => (
            <li key={job.job_id}>
              <JobLine job={job} open={() => open(job.job_id)} />
            </li>
          ))}
        </ul>
      )}
      {total > JOBS_PAGE && (
        <div className="kit-pages">
          <Pagination simple current={page} pageSize={JOBS_PAGE} total={total} onChange={setPage} />
        </div>
      )}
    </SideDrawer>
  );
}

function JobLine({ job, open }: { job: Job; open: () => void }) {
  const { t, i18n } = useTranslation();
  const { time_zone } = useMe();
  const far = useFar();
  const at = job.ended_at ?? job.started_at;
  return (
    <button type="button" className="job-line sg-press sg-row sg-between sg-gap-12" onClick={open}>
      <span className="sg-col">
        <span className="sg-semi">{t(`jobs.choices.kind.${job.kind}`)}</span>
        <span className="sg-small sg-soft">
          {job.result ? <bdi>{job.result.file_name}</bdi> : far(job)}
          {at && ` · ${formatInstant(at, i18n.language, time_zone)}`}
        </span>
      </span>
      <JobStateTag state={job.state} />
    </button>
  );
}
