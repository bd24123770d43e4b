import { useState } from 'react';
import { Pagination, Select, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { JOB_OUTCOMES, type JobOutcome } from '@contract/job-rows';
import { currentRole } from '@/api/who';
import { formatCount } from '@/components/format';
import { useRowNames } from '@/crud/names';
import { countedIn, useRowsLabel } from '@/crud/list/paging';
import { FailedState } from '@/components/states';
import type { Tone } from '@/components/status';
import { StatusTag } from '@/components/status-tag';
import { leftOf, type Job, type JobOutcomeRow } from './job';
import { JOBS_PAGE, useJobRows } from './use-jobs';

const TONES: Readonly<Record<JobOutcome, Tone>> = {
  changed: 'success',
  unchanged: 'neutral',
  left_out: 'warning',
  undone: 'neutral',
  undo_left: 'warning',
};
const NONE: never[] = [];

/** What one looks for first: what was not plain. */
function firstOf(job: Job): JobOutcome | null {
  if (leftOf(job) > 0) return 'undo_left';
  return job.left_out > 0 ? 'left_out' : null;
}

/** What became of each row, by outcome. */
export function JobRows({ job }: { job: Job }) {
  const { t, i18n } = useTranslation();
  const rowsLabel = useRowsLabel();
  // null: nothing was chosen yet, so what fits the state is shown.
  const [chosen, choose] = useState<JobOutcome | 'all' | null>(null);
  const [page, setPage] = useState(1);
  const shown = chosen ?? firstOf(job) ?? 'all';
  const { query, result } = useJobRows(job.job_id, shown === 'all' ? null : shown, page, true);
  const rows = query.data ? result.data : NONE;
  const counted = countedIn(query.data);
  const people = useNamesOf('staff', rows, 'staff_id');
  const trainings = useNamesOf('trainings', rows, 'training_id');
  const nameOf = ({ facts, row_no }: JobOutcomeRow): string => {
    if (facts.row !== undefined) return t('jobs.rows.of_file', { row: formatCount(Number(facts.row), i18n.language) });
    // What they are called is their organisation's to know.
    if (currentRole() === 'platform') return t('jobs.rows.number', { number: formatCount(row_no + 1, i18n.language) });
    return (
      [people.get(String(facts.staff_id)), trainings.get(String(facts.training_id))].filter(Boolean).join(' · ') || '…'
    );
  };
  return (
    <section className="sg-stack sg-gap-12" aria-label={t('jobs.rows.title')}>
      <div className="sg-row sg-wrap sg-between sg-gap-8">
        <h3>{t('jobs.rows.title')}</h3>
        <span className="sg-row sg-wrap sg-gap-12">
          <span className="kit-count sg-soft" aria-live="polite">
            {query.isSuccess && rowsLabel(counted)}
          </span>
          <Select
            className="job-outcome"
            aria-label={t('jobs.rows.which')}
            value={shown}
            onChange={(value) => {
              choose(value);
              setPage(1);
            }}
            options={[
              { value: 'all', label: t('jobs.rows.all') },
              ...JOB_OUTCOMES.map((value) => ({ value, label: t(`jobs.outcomes.${value}`) })),
            ]}
          />
        </span>
      </div>
      {query.isError && !query.data && <FailedState error={query.error} retry={() => void query.refetch()} />}
      {query.isLoading && <Skeleton active paragraph={{ rows: 5 }} />}
      {query.isSuccess && rows.length === 0 && <p className="sg-soft">{t('jobs.rows.none')}</p>}
      {rows.length > 0 && (
        <ul className="job-list sg-panel">
          {rows.map((row) => (
            <li key={row.row_no} className="job-row sg-row sg-wrap sg-between sg-gap-8">
              <bdi className="sg-any">{nameOf(row)}</bdi>
              <StatusTag tone={TONES[row.outcome]}>{t(`jobs.codes.${row.code}`)}</StatusTag>
            </li>
          ))}
        </ul>
      )}
      {counted.total > JOBS_PAGE && (
        <div className="kit-pages">
          <Pagination simple current={page} pageSize={JOBS_PAGE} total={counted.total} onChange={setPage} />
        </div>
      )}
    </section>
  );
}

function useNamesOf(resource: string, rows: readonly JobOutcomeRow[], fact: string): ReadonlyMap<string, string> {
  // Platform staff may not read them.
  const read = currentRole() === 'admin' ? rows : NONE;
  const ids = read.map(({ facts }) => facts[fact]).filter((id) => typeof id === 'string');
  return useRowNames(resource, [...new Set(ids)]);
}
