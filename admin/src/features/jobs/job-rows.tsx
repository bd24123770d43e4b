import { useState } from 'react';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { JOB_OUTCOMES, type JobOutcome } from '@contract/job-rows';
import { useSession } from '@/api/use-session';
import { formatCount } from '@/components/format';
import { useRowNames } from '@/crud/names';
import { Pager } from '@/crud/list/pager';
import { useRowsLabel } from '@/crud/list/paging';
import { usePagedList } from '@/crud/list/use-paged-list';
import { QueryState } from '@/components/states';
import type { Tone } from '@/components/status';
import { StatusTag } from '@/components/status-tag';
import { leftOf, type Job, type JobOutcomeRow } from './job';
import { JOBS_PAGE } from './use-jobs';

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
  const { role } = useSession();
  const { t, i18n } = useTranslation();
  const rowsLabel = useRowsLabel();
  // null: nothing was chosen yet, so what fits the state is shown.
  const [chosen, choose] = useState<JobOutcome | 'all' | null>(null);
  const [page, setPage] = useState(1);
  const shown = chosen ?? firstOf(job) ?? 'all';
  const { query, rows, counted, pager } = usePagedList<JobOutcomeRow>({
    resource: `jobs/${encodeURIComponent(job.job_id)}/rows`,
    filters: shown === 'all' ? [] : [{ field: 'outcome', operator: 'eq', value: shown }],
    page,
    size: JOBS_PAGE,
    turn: setPage,
  });
  const people = useNamesOf('staff', rows, 'staff_id');
  const trainings = useNamesOf('trainings', rows, 'training_id');
  const nameOf = ({ facts, row_no }: JobOutcomeRow): string => {
    if (facts.row !== undefined) return t('jobs.rows.of_file', { row: formatCount(Number(facts.row), i18n.language) });
    // What they are called is their organisation's to know.
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
      <QueryState query={query} rows={5} />
      {query.isSuccess && rows.length === 0 && <p className="sg-soft">{t('jobs.rows.none')}</p>}
      {rows.length > 0 && (
        <ul className="sg-panel sg-lines">
          {rows.map((row) => (
            <li key={row.row_no} className="job-row sg-row sg-wrap sg-between sg-gap-8">
              <bdi className="sg-any">{nameOf(row)}</bdi>
              <StatusTag tone={TONES[row.outcome]}>{t(`jobs.codes.${row.code}`)}</StatusTag>
            </li>
          ))}
        </ul>
      )}
      <Pager simple {...pager} />
    </section>
  );
}

function useNamesOf(resource: string, rows: readonly JobOutcomeRow[], fact: string): ReadonlyMap<string, string> {
  const { role } = useSession();
  // Platform staff may not read them.
  const read = role === 'admin' ? rows : NONE;
  const ids = read.map(({ facts }) => facts[fact]).filter((id) => typeof id === 'string');
  return useRowNames(resource, [...new Set(ids)]);
}
