import { useState } from 'react';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { JOB_OUTCOMES, type JobOutcome } from '@contract/job-rows';
import { useSession } from '@/api/use-session';
import { formatCount } from '@/components/format';
import { useRowNames } from '@/crud/row-names';
import { Pager } from '@/crud/list/pager';
import { useRowsLabel } from '@/crud/list/paging';
import { usePagedList } from '@/crud/list/use-paged-list';
import { QueryState } from '@/components/state-panels';
import type { Tone } from '@/components/status';
import { StatusTag } from '@/components/status-tag';
import { notUndoneCount, type Job, type JobOutcomeRow } from './job';
import { JOBS_PAGE_SIZE } from './use-jobs';

const OUTCOME_TONES: Readonly<Record<JobOutcome, Tone>> = {
  changed: 'success',
  unchanged: 'neutral',
  left_out: 'warning',
  undone: 'neutral',
  undo_left: 'warning',
};
const NO_ROWS: never[] = [];

/** The outcome to show first: problems, if there are any. */
function defaultOutcome(job: Job): JobOutcome | null {
  if (notUndoneCount(job) > 0) return 'undo_left';
  return job.left_out > 0 ? 'left_out' : null;
}

/** The job's rows, filtered by outcome. */
export function JobRows({ job }: { job: Job }) {
  const { role } = useSession();
  const { t, i18n } = useTranslation();
  const rowsLabel = useRowsLabel();
  // Null until the user chooses, so that the default follows the job's state.
  const [selectedOutcome, setSelectedOutcome] = useState<JobOutcome | 'all' | null>(null);
  const [page, setPage] = useState(1);
  const outcome = selectedOutcome ?? defaultOutcome(job) ?? 'all';
  const { query, rows, totalCount, pager } = usePagedList<JobOutcomeRow>({
    resource: `jobs/${encodeURIComponent(job.job_id)}/rows`,
    filters: outcome === 'all' ? [] : [{ field: 'outcome', operator: 'eq', value: outcome }],
    page,
    size: JOBS_PAGE_SIZE,
    goToPage: setPage,
  });
  const people = useFactNames('staff', rows, 'staff_id');
  const trainings = useFactNames('trainings', rows, 'training_id');
  const describeRow = ({ facts, row_no }: JobOutcomeRow): string => {
    if (facts.row !== undefined) return t('jobs.rows.of_file', { row: formatCount(Number(facts.row), i18n.language) });
    // Platform staff may not see names.
    if (role === 'platform') return t('jobs.rows.number', { number: formatCount(row_no + 1, i18n.language) });
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
            {query.isSuccess && rowsLabel(totalCount)}
          </span>
          <Select
            className="job-outcome"
            aria-label={t('jobs.rows.which')}
            value={outcome}
            onChange={(value) => {
              setSelectedOutcome(value);
              setPage(1);
            }}
            options={[
              { value: 'all', label: t('jobs.rows.all') },
              ...JOB_OUTCOMES.map((value) => ({ value, label: t(`jobs.outcomes.${value}`) })),
            ]}
          />
        </span>
      </div>
      <QueryState query={query} rows={5} />
      {query.isSuccess && rows.length === 0 && <p className="sg-soft">{t('jobs.rows.none')}</p>}
      {rows.length > 0 && (
        <ul className="sg-panel sg-lines">
          {rows.map((row) => (
            <li key={row.row_no} className="job-row sg-row sg-wrap sg-between sg-gap-8">
              <bdi className="sg-any">{describeRow(row)}</bdi>
              <StatusTag tone={OUTCOME_TONES[row.outcome]}>{t(`jobs.codes.${row.code}`)}</StatusTag>
            </li>
          ))}
        </ul>
      )}
      <Pager simple {...pager} />
    </section>
  );
}

function useFactNames(resource: string, rows: readonly JobOutcomeRow[], fact: string): ReadonlyMap<string, string> {
  const { role } = useSession();
  // Only admins may read the names.
  const readableRows = role === 'admin' ? rows : NO_ROWS;
  const ids = readableRows.map(({ facts }) => facts[fact]).filter((id) => typeof id === 'string');
  return useRowNames(resource, [...new Set(ids)]);
}
