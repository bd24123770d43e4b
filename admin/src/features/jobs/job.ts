import { useTranslation } from 'react-i18next';
import type { JobResultTold, JobRowParts } from '@contract/job-answers';
import type { JobRowRow } from '@contract/job-rows';
import {
  OPEN_JOB_STATES,
  UNDOABLE_JOB_STATES,
  type JobKindName,
  type JobRowOf,
  type JobState,
} from '@contract/jobs.resource';
import { formatCount } from '@/components/format';
import type { Row } from '@/crud/module';
import type { Tone } from '@/components/status';

/** A job as `GET /api/jobs/{id}` answers it, and one of its rows. */
export type Job = JobRowOf & {
  readonly id: string;
  readonly error_facts: Readonly<Record<string, unknown>>;
  readonly result: JobResultTold | null;
};
export type JobOutcomeRow = JobRowRow & JobRowParts & { readonly id: string };

export const isOpen = (job: Pick<Job, 'state'> | undefined): boolean =>
  job !== undefined && OPEN_JOB_STATES.includes(job.state as JobState);

export const mayCancel = (job: Job): boolean =>
  (job.state === 'queued' || job.state === 'running') && !job.cancel_asked_at;
export const mayUndo = (job: Job, now: number): boolean =>
  UNDOABLE_JOB_STATES.includes(job.state as JobState) && job.undo_until !== null && Date.parse(job.undo_until) > now;
export const mayRetry = ({ state }: Pick<Job, 'state'> | Row): boolean => state === 'dead' || state === 'failed';

/** What it has changed and could not be taken back any more. */
export const leftOf = ({ state, changed, undone }: Job): number => (state === 'undone' ? changed - undone : 0);

/** Number of changes: of an undone job those that it undid, else those that are still in place. */
export const changeCount = ({ state, changed, undone }: Job): number =>
  state === 'undone' ? undone : changed - undone;

/** A share in whole per cent; 100 only when all is done. Of what nobody has counted there is none. */
export const percentOf = ({ done, total }: Pick<Job, 'done' | 'total'>): number =>
  total ? Math.floor((100 * done) / total) : 0;

/** How far it is, in words. */
export function useFar(): (job: Pick<Job, 'done' | 'total'>) => string {
  const { t, i18n } = useTranslation();
  const number = (value: number) => formatCount(value, i18n.language);
  return ({ done, total }) =>
    total === null
      ? t('jobs.done_so_far', { done: number(done) })
      : t('jobs.done_of', { done: number(done), total: number(total) });
}

export const TONES: Readonly<Record<JobState, Tone>> = {
  queued: 'neutral',
  running: 'info',
  done: 'success',
  failed: 'error',
  cancelled: 'warning',
  dead: 'error',
  undoing: 'info',
  undone: 'neutral',
};

/** Whose rows a kind of job writes: read again when it has come to its end. */
export const WRITES: Readonly<Record<JobKindName, readonly string[]>> = {
  apply_rules: ['training-assignments', 'assignment-rules'],
  attendance: ['training-assignments', 'session-bookings'],
  free_places: ['training-sessions', 'session-bookings'],
  settle_training: ['training-assignments'],
  cut_video_progress: ['video-progress'],
  regrade_question: ['attempts', 'training-assignments', 'skill-evidence', 'certificates'],
  bulk_assign: ['training-assignments'],
  export: [],
  // Of whichever it was: read again by the page that began it, and by lists that are told of changes.
  import: ['staff', 'departments', 'job-roles', 'skills', 'training-categories', 'training-locations', 'trainings'],
  train_again: ['training-assignments'],
  video_rendition: [],
  video_stream: [],
};
