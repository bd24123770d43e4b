import { useEffect, useRef } from 'react';
import { ArrowLeftOutlined } from '@ant-design/icons';
import { Alert, Button, Progress, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { unwatchJobs } from '@/api/watched-jobs';
import { useSession } from '@/api/use-session';
import { formatCount, formatInstant } from '@/components/format';
import { useAccount } from '@/crud/crud-context';
import { SideDrawer } from '@/components/side-drawer';
import { FailedState } from '@/components/state-panels';
import { useErrorText } from '@/components/resource-labels';
import { changeCount, isOpen, notUndoneCount, percentDone, useProgressText, type Job } from './job';
import { JobCommands } from './job-commands';
import { JobResult } from './job-result';
import { JobRows } from './job-rows';
import { JobStateTag } from './job-state';
import { useJob, useRefreshWrittenResources } from './use-jobs';
import './jobs.css';

/** One job: progress, result, commands and rows. */
export function JobDrawer({ id, openJob }: { id: string; openJob: (job: string | null) => void }) {
  const { role } = useSession();
  const { t } = useTranslation();
  const { query } = useJob(id);
  const job = query.data?.data;
  const state = job?.state;
  useRefreshWrittenResources(job ? [job] : []);
  useEffect(() => {
    // The user has seen that it ended.
    if (state && !isOpen({ state })) unwatchJobs([id]);
  }, [id, state]);
  return (
    <SideDrawer
      title={job ? t(`jobs.choices.kind.${job.kind}`) : t('jobs.one')}
      onClose={() => openJob(null)}
      extra={
        role === 'admin' && (
          <Button
            type="text"
            icon={<ArrowLeftOutlined aria-hidden className="sg-mirror" />}
            onClick={() => openJob('all')}
          >
            {t('jobs.all')}
          </Button>
        )
      }
    >
      {query.isError && !job && <FailedState error={query.error} retry={() => void query.refetch()} />}
      {query.isLoading && <Skeleton active paragraph={{ rows: 8 }} />}
      {job && <JobBody job={job} />}
    </SideDrawer>
  );
}

function JobBody({ job }: { job: Job }) {
  const { t, i18n } = useTranslation();
  const { time_zone } = useAccount();
  const number = (value: number) => formatCount(value, i18n.language);
  const progressText = useProgressText();
  const instant = (value: string | null) => (value ? formatInstant(value, i18n.language, time_zone) : '–');
  const hasChanges = job.kind !== 'export';
  const counts = (['changed', 'unchanged', 'left_out', 'undone'] as const).filter(
    (name) => hasChanges && (name !== 'undone' || job.state === 'undone' || job.state === 'undoing'),
  );
  return (
    <div className="sg-stack sg-gap-24">
      <div className="sg-stack sg-gap-8">
        <div className="sg-row sg-wrap sg-between sg-gap-8">
          <JobStateTag state={job.state} />
          <span className="sg-number sg-soft">{progressText(job)}</span>
        </div>
        {job.total !== null && (
          <Progress
            percent={percentDone(job)}
            showInfo={false}
            aria-label={t('jobs.progress')}
            status={job.state === 'dead' || job.state === 'failed' ? 'exception' : 'normal'}
          />
        )}
        <JobStatusMessage job={job} />
        <JobError job={job} />
      </div>
      {job.result && <JobResult job={job} result={job.result} />}
      <JobCommands job={job} />
      <dl className="sg-wrap sg-gap-24">
        {counts.map((name) => (
          <div key={name}>
            <dt>{t(`jobs.outcomes.${name}`)}</dt>
            <dd className="sg-number">{number(job[name])}</dd>
          </div>
        ))}
        {(['started_at', 'ended_at'] as const).map((name) => (
          <div key={name}>
            <dt>{t(`jobs.fields.${name}`)}</dt>
            <dd>{instant(job[name])}</dd>
          </div>
        ))}
      </dl>
      {hasChanges && !isOpen(job) && job.done > 0 && <JobRows job={job} />}
    </div>
  );
}

/** Announces progress to screen readers at each quarter and at the end; the final text is also visible. */
function JobStatusMessage({ job }: { job: Job }) {
  const { t, i18n } = useTranslation();
  const number = (value: number) => formatCount(value, i18n.language);
  const quarter = Math.floor(percentDone(job) / 25) * 25;
  const notUndone = notUndoneCount(job);
  // The initial state is not announced.
  const initialState = useRef(job.state);
  const count = number(job.kind === 'export' ? job.done : changeCount(job));
  const message = t(job.kind === 'export' ? `jobs.export.said.${job.state}` : `jobs.said.${job.state}`, {
    shown: count,
  });
  return (
    <div role="status">
      {isOpen(job) ? (
        <span className="sg-visually-hidden">
          {(quarter > 0 || initialState.current !== job.state) &&
            t('jobs.said.open', { state: t(`jobs.choices.state.${job.state}`), percent: quarter })}
        </span>
      ) : (
        <p>
          {message} {notUndone > 0 && t('jobs.said.left', { shown: number(notUndone) })}
        </p>
      )}
    </div>
  );
}

/** The job's error, or that it is being cancelled. */
function JobError({ job }: { job: Job }) {
  const { t, i18n } = useTranslation();
  const errorText = useErrorText();
  if (job.cancel_asked_at && isOpen(job))
    return <p className="sg-soft">{t(job.kind === 'export' ? 'jobs.export.cancelling' : 'jobs.cancelling')}</p>;
  if (!job.error_code) return null;
  return (
    <Alert
      type={isOpen(job) ? 'warning' : 'error'}
      showIcon
      message={errorText({ code: job.error_code, facts: job.error_facts })}
      description={
        isOpen(job) && job.attempts > 0
          ? t('jobs.tried', { shown: formatCount(job.attempts, i18n.language) })
          : undefined
      }
    />
  );
}
