import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { unwatchJobs } from '@/api/watched-jobs';
import { formatInstant } from '@/components/format';
import { useAccount } from '@/crud/crud-context';
import { Pager } from '@/crud/list/pager';
import { SideDrawer } from '@/components/side-drawer';
import { QueryState, StatePanel } from '@/components/state-panels';
import { isOpen, useProgressText, type Job } from './job';
import { JobStateTag } from './job-state';
import { useJobs, useRefreshWrittenResources } from './use-jobs';
import './jobs.css';

/** The customer's jobs, newest first. */
export function JobsDrawer({ openJob }: { openJob: (job: string | null) => void }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const { query, rows: jobs, pager } = useJobs(null, { page, goToPage: setPage });
  useRefreshWrittenResources(jobs);
  useEffect(() => unwatchJobs(jobs.filter((job) => !isOpen(job)).map(({ job_id }) => job_id)), [jobs]);
  return (
    <SideDrawer title={t('menu.jobs')} onClose={() => openJob(null)}>
      <QueryState query={query} rows={6} />
      {query.isSuccess && jobs.length === 0 && (
        <StatePanel drawing="empty" title={t('jobs.none')} text={t('jobs.empty')} />
      )}
      {jobs.length > 0 && (
        <ul className="sg-panel sg-lines">
          {jobs.map((job) => (
            <li key={job.job_id}>
              <JobLine job={job} onOpen={() => openJob(job.job_id)} />
            </li>
          ))}
        </ul>
      )}
      <Pager simple {...pager} />
    </SideDrawer>
  );
}

function JobLine({ job, onOpen }: { job: Job; onOpen: () => void }) {
  const { t, i18n } = useTranslation();
  const { time_zone } = useAccount();
  const progressText = useProgressText();
  const at = job.ended_at ?? job.started_at;
  return (
    <button type="button" className="job-line sg-press sg-row sg-between sg-gap-12" onClick={onOpen}>
      <span className="sg-col">
        <span className="sg-semi">{t(`jobs.choices.kind.${job.kind}`)}</span>
        <span className="sg-small sg-soft">
          {job.result ? <bdi>{job.result.file_name}</bdi> : progressText(job)}
          {at && ` · ${formatInstant(at, i18n.language, time_zone)}`}
        </span>
      </span>
      <JobStateTag state={job.state} />
    </button>
  );
}
