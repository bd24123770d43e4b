import { useTranslation } from 'react-i18next';
import type { JobState } from '@contract/jobs.resource';
import type { CellProps } from '@/crud/resource-module';
import { StatusTag } from '@/components/status-tag';
import { useErrorText } from '@/components/resource-labels';
import { STATE_TONES, type Job } from './job';

export function JobStateTag({ state }: { state: JobState }) {
  const { t } = useTranslation();
  return <StatusTag tone={STATE_TONES[state]}>{t(`jobs.choices.state.${state}`)}</StatusTag>;
}

export function JobStateCell({ value }: CellProps) {
  return <JobStateTag state={value as Job['state']} />;
}

export function JobErrorCell({ value, row }: CellProps) {
  const errorText = useErrorText();
  return <span>{errorText({ code: value, facts: row.error_facts })}</span>;
}
