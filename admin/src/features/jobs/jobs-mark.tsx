import { CheckCircleOutlined, SyncOutlined, WarningOutlined } from '@ant-design/icons';
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { onWatchedJobs, unwatchJobs, watchedJobs } from '@/api/watched-jobs';
import { formatCount } from '@/components/format';
import { isOpen, mayRetry } from './job';
import { useJobs, useWritten } from './use-jobs';

const NONE: never[] = [];

/** That jobs run which were begun here, or have ended since somebody last looked; also after a reload. */
export function JobsMark({ open }: { open: (job: string) => void }) {
  const { t, i18n } = useTranslation();
  const waited = useSyncExternalStore(onWatchedJobs, watchedJobs);
  const ids = waited.split(' ').filter(Boolean);
  const { query, rows } = useJobs(ids);
  const jobs = ids.length ? rows.filter(({ job_id }) => ids.includes(job_id)) : NONE;
  useWritten(jobs);
  const known = query.isSuccess && !query.isPlaceholderData;
  const gone = known ? ids.filter((id) => !jobs.some((job) => job.job_id === id)).join(' ') : '';
  useEffect(() => {
    // Of long ago: they are kept for 90 days.
    if (gone) unwatchJobs(gone.split(' '));
  }, [gone]);

  const running = jobs.filter(isOpen).length;
  const shown = formatCount(running || jobs.length, i18n.language);
  const words = t(running ? 'jobs.mark.running' : 'jobs.mark.ended', { shown });
  const [only] = jobs;
  return (
    <>
      <span className="sg-visually-hidden" role="status">
        {jobs.length > 0 && words}
      </span>
      {only && (
        <button
          type="button"
          className="sg-icon-button"
          aria-label={words}
          aria-haspopup="dialog"
          title={words}
          data-jobs={running ? 'running' : 'ended'}
          onClick={() => open(jobs.length === 1 ? only.job_id : 'all')}
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
