import { useTranslation } from 'react-i18next';
import type { JobResultResponse, JobOutcomeExtra } from '@contract/job.responses';
import type { JobResultRow } from '@contract/job-rows';
import {
  OPEN_JOB_STATES,
  UNDOABLE_JOB_STATES,
  type JobKindName,
  type BackgroundJobRow,
  type JobState,
} from '@contract/jobs.resource';
import { formatCount } from '@/components/format';
import type { Row } from '@/crud/resource-module';
import type { Tone } from '@/components/status';

/** A job as returned by `GET /api/jobs/{id}`. */
export type Job = BackgroundJobRow & {
  readonly id: string;
  readonly error_facts: Readonly<Record<string, unknown>>;
  readonly result: JobResultResponse | null;
};
export type JobOutcomeRow = JobResultRow & JobOutcomeExtra & { readonly id: string };

export const isOpen = (job: Pick<Job, 'state'> | undefined): boolean =>
  job !== undefined && OPEN_JOB_STATES.includes(job.state as JobState);

export const mayCancel = (job: Job): boolean =>
  (job.state === 'queued' || job.state === 'running') && !job.cancel_asked_at;
export const mayUndo = (job: Job, now: number): boolean =>
  UNDOABLE_JOB_STATES.includes(job.state as JobState) && job.undo_until !== null && Date.parse(job.undo_until) > now;
export const mayRetry = ({ state }: Pick<Job, 'state'> | Row): boolean => state === 'dead' || state === 'failed';

/** Number of changes that an undo could not revert. */
export const notUndoneCount = ({ state, changed, undone }: Job): number => (state === 'undone' ? changed - undone : 0);

/** Number of reverted changes for an undone job, otherwise of changes still in place. */
export const changeCount = ({ state, changed, undone }: Job): number =>
  state === 'undone' ? undone : changed - undone;

/** Progress in whole percent, 100 only when finished; 0 while the total is unknown. */
export const percentDone = ({ done, total }: Pick<Job, 'done' | 'total'>): number =>
  total ? Math.floor((100 * done) / total) : 0;

/** Returns a formatter for a job's progress, such as "20 of 80". */
export function useProgressText(): (job: Pick<Job, 'done' | 'total'>) => string {
  const { t, i18n } = useTranslation();
  const number = (value: number) => formatCount(value, i18n.language);
  return ({ done, total }) =>
    total === null
      ? t('jobs.done_so_far', { done: number(done) })
      : t('jobs.done_of', { done: number(done), total: number(total) });
}

export const STATE_TONES: Readonly<Record<JobState, Tone>> = {
  queued: 'neutral',
  running: 'info',
  done: 'success',
  failed: 'error',
  cancelled: 'warning',
  dead: 'error',
  undoing: 'info',
  undone: 'neutral',
};

/** Resources that each kind of job writes; refetched when it ends. */
export const WRITTEN_RESOURCES: Readonly<Record<JobKindName, readonly string[]>> = {
  apply_rules: ['training-assignments', 'assignment-rules'],
  attendance: ['training-assignments', 'session-bookings'],
  free_places: ['training-sessions', 'session-bookings'],
  settle_training: ['training-assignments'],
  cut_video_progress: ['video-progress'],
  regrade_question: ['attempts', 'training-assignments', 'skill-evidence', 'certificates'],
  bulk_assign: ['training-assignments'],
  export: [],
  // The job does not say which resource it imported, so all of them are refetched.
  import: ['staff', 'departments', 'job-roles', 'skills', 'training-categories', 'training-locations', 'trainings'],
  train_again: ['training-assignments'],
  video_rendition: [],
  video_stream: [],
};
