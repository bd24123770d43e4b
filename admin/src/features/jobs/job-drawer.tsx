import { useEffect, useRef } from 'react';
import { ArrowLeftOutlined } from '@ant-design/icons';
import { Alert, Button, Progress, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { unwatchJobs } from '@/api/watched-jobs';
import { useSession } from '@/api/use-session';
import { formatCount, formatInstant } from '@/components/format';
import { useMe } from '@/crud/kit-context';
import { SideDrawer } from '@/components/side-drawer';
import { FailedState } from '@/components/states';
import { useErrorWords } from '@/components/words';
import { changeCount, isOpen, leftOf, percentOf, useFar, type Job } from './job';
import { JobCommands } from './job-commands';
import { JobResult } from './job-result';
import { JobRows } from './job-rows';
import { JobStateTag } from './job-state';
import { useJob, useWritten } from './use-jobs';
import './jobs.css';

/** One job: how far it is, what became of it, and what can be done about it. */
export function JobDrawer({ id, open }: { id: string; open: (job: string | null) => void }) {
  const { role } = useSession();
  const { t } = useTranslation();
  const { query } = useJob(id);
  const job = query.data?.data;
  const state = job?.state;
  useWritten(job ? [job] : []);
  useEffect(() => {
    // Seen.
    if (state && !isOpen({ state })) unwatchJobs([id]);
  }, [id, state]);
  return (
    <SideDrawer
      title={job ? t(`jobs.choices.kind.${job.kind}`) : t('jobs.one')}
      onClose={() => open(null)}
      extra={
        role === 'admin' && (
          <Button
            type="text"
            icon={<ArrowLeftOutlined aria-hidden className="sg-mirror" />}
            onClick={() => open('all')}
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
  const { time_zone } = useMe();
  const number = (value: number) => formatCount(value, i18n.language);
  const far = useFar();
  const instant = (value: string | null) => (value ? formatInstant(value, i18n.language, time_zone) : '–');
  const changes = job.kind !== 'export';
  const counts = (['changed', 'unchanged', 'left_out', 'undone'] as const).filter(
    (name) => changes && (name !== 'undone' || job.state === 'undone' || job.state === 'undoing'),
  );
  return (
    <div className="sg-stack sg-gap-24">
      <div className="sg-stack sg-gap-8">
        <div className="sg-row sg-wrap sg-between sg-gap-8">
          <JobStateTag state={job.state} />
          <span className="sg-number sg-soft">{far(job)}</span>
        </div>
        {job.total !== null && (
          <Progress
            percent={percentOf(job)}
            showInfo={false}
            aria-label={t('jobs.progress')}
            status={job.state === 'dead' || job.state === 'failed' ? 'exception' : 'normal'}
          />
        )}
        <Said job={job} />
        <Trouble job={job} />
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
      {changes && !isOpen(job) && job.done > 0 && <JobRows job={job} />}
    </div>
  );
}

/** Read out at each quarter and at the end, not at each figure; what it came to is seen as well. */
function Said({ job }: { job: Job }) {
  const { t, i18n } = useTranslation();
  const number = (value: number) => formatCount(value, i18n.language);
  const quarter = Math.floor(percentOf(job) / 25) * 25;
  const left = leftOf(job);
  // The state it was opened with is not news.
  const first = useRef(job.state);
  const count = number(job.kind === 'export' ? job.done : changeCount(job));
  const words = t(job.kind === 'export' ? `jobs.export.said.${job.state}` : `jobs.said.${job.state}`, { shown: count });
  return (
    <div role="status">
      {isOpen(job) ? (
        <span className="sg-visually-hidden">
          {(quarter > 0 || first.current !== job.state) &&
            t('jobs.said.open', { state: t(`jobs.choices.state.${job.state}`), percent: quarter })}
        </span>
      ) : (
        <p>
          {words} {left > 0 && t('jobs.said.left', { shown: number(left) })}
        </p>
      )}
    </div>
  );
}

/** Why it is not done, and what comes next. */
function Trouble({ job }: { job: Job }) {
  const { t, i18n } = useTranslation();
  const errorWords = useErrorWords();
  if (job.cancel_asked_at && isOpen(job))
    return <p className="sg-soft">{t(job.kind === 'export' ? 'jobs.export.cancelling' : 'jobs.cancelling')}</p>;
  if (!job.error_code) return null;
  return (
    <Alert
      type={isOpen(job) ? 'warning' : 'error'}
      showIcon
      message={errorWords({ code: job.error_code, facts: job.error_facts })}
      description={
        isOpen(job) && job.attempts > 0
          ? t('jobs.tried', { shown: formatCount(job.attempts, i18n.language) })
          : undefined
      }
    />
  );
}
