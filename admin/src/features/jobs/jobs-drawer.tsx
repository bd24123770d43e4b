import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { unwatchJobs } from '@/api/watched-jobs';
import { formatInstant } from '@/components/format';
import { useMe } from '@/crud/kit-context';
import { Pager } from '@/crud/list/pager';
import { SideDrawer } from '@/components/side-drawer';
import { QueryState, StatePanel } from '@/components/states';
import { isOpen, useFar, type Job } from './job';
import { JobStateTag } from './job-state';
import { useJobs, useWritten } from './use-jobs';
import './jobs.css';

/** An organisation's jobs, the newest first. */
export function JobsDrawer({ open }: { open: (job: string | null) => void }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const { query, rows: jobs, pager } = useJobs(null, { page, turn: setPage });
  useWritten(jobs);
  useEffect(() => unwatchJobs(jobs.filter((job) => !isOpen(job)).map(({ job_id }) => job_id)), [jobs]);
  return (
    <SideDrawer title={t('menu.jobs')} onClose={() => open(null)}>
      <QueryState query={query} rows={6} />
      {query.isSuccess && jobs.length === 0 && (
        <StatePanel drawing="empty" title={t('jobs.none')} text={t('jobs.empty')} />
      )}
      {jobs.length > 0 && (
        <ul className="sg-panel sg-lines">
          {jobs.map((job) => (
            <li key={job.job_id}>
              <JobLine job={job} open={() => open(job.job_id)} />
            </li>
          ))}
        </ul>
      )}
      <Pager simple {...pager} />
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
