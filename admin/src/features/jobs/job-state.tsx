import { useTranslation } from 'react-i18next';
import type { JobState } from '@contract/jobs.resource';
import type { CellProps } from '@/crud/module';
import { StatusTag } from '@/components/status-tag';
import { useErrorWords } from '@/components/words';
import { TONES, type Job } from './job';

export function JobStateTag({ state }: { state: JobState }) {
  const { t } = useTranslation();
  return <StatusTag tone={TONES[state]}>{t(`jobs.choices.state.${state}`)}</StatusTag>;
}

export function JobStateCell({ value }: CellProps) {
  return <JobStateTag state={value as Job['state']} />;
}

/** Why it was refused or given up. */
export function JobErrorCell({ value, row }: CellProps) {
  const errorWords = useErrorWords();
  return <span>{errorWords({ code: value, facts: row.error_facts })}</span>;
}
