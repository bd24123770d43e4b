import { CheckCircleOutlined, SyncOutlined, WarningOutlined } from '@ant-design/icons';
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { onWatchedJobs, unwatchJobs, watchedJobs } from '@/api/watched-jobs';
import { formatCount } from '@/components/format';
import { isOpen, mayRetry } from './job';
import { useJobs, useRefreshWrittenResources } from './use-jobs';

const NO_JOBS: never[] = [];

/** Button for jobs started in this browser that are running or ended unseen; survives a reload. */
export function JobsButton({ openJob }: { openJob: (job: string) => void }) {
  const { t, i18n } = useTranslation();
  const watchedIds = useSyncExternalStore(onWatchedJobs, watchedJobs);
  const ids = watchedIds.split(' ').filter(Boolean);
  const { query, rows } = useJobs(ids);
  const jobs = ids.length ? rows.filter(({ job_id }) => ids.includes(job_id)) : NO_JOBS;
  useRefreshWrittenResources(jobs);
  const isLoaded = query.isSuccess && !query.isPlaceholderData;
  const missingIds = isLoaded ? ids.filter((id) => !jobs.some((job) => job.job_id === id)).join(' ') : '';
  useEffect(() => {
    // Deleted by retention (90 days).
    if (missingIds) unwatchJobs(missingIds.split(' '));
  }, [missingIds]);

  const running = jobs.filter(isOpen).length;
  const countText = formatCount(running || jobs.length, i18n.language);
  const label = t(running ? 'jobs.mark.running' : 'jobs.mark.ended', { shown: countText });
  const [firstJob] = jobs;
  return (
    <>
      <span className="sg-visually-hidden" role="status">
        {jobs.length > 0 && label}
      </span>
      {firstJob && (
        <button
          type="button"
          className="sg-icon-button"
          aria-label={label}
          aria-haspopup="dialog"
          title={label}
          data-jobs={running ? 'running' : 'ended'}
          onClick={() => openJob(jobs.length === 1 ? firstJob.job_id : 'all')}
        >
          {running ? (
            <SyncOutlined aria-hidden spin={!matchMedia('(prefers-reduced-motion: reduce)').matches} />
          ) : jobs.some(mayRetry) ? (
            <WarningOutlined aria-hidden className="sg-error" />
          ) : (
            <CheckCircleOutlined aria-hidden className="sg-success" />
          )}
        </button>
      )}
    </>
  );
}
