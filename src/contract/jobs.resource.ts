import { choice, id, instant, status, text, integer } from './fields';
import { resource, type RowOf } from './resource';

/** Kinds of background jobs, each registered by its module (JobKindRegistry). */
const JOB_KINDS = [
  'apply_rules',
  'attendance',
  'bulk_assign',
  'export',
  'free_places',
  'regrade_question',
  'settle_training',
  'cut_video_progress',
  'import',
  'train_again',
  'video_rendition',
  'video_stream',
] as const;
export type JobKindName = (typeof JOB_KINDS)[number];
/** `interactive`: a user is waiting. `video`: processes with ffmpeg. Lanes do not wait for each other. */
export const JOB_LANES = ['interactive', 'bulk', 'export', 'video'] as const;
export type JobLane = (typeof JOB_LANES)[number];
/**
 * queued → running → done; `failed`: rejected by a rule; `dead`: given up after several attempts; `cancelled`: stopped
 * between two batches, keeping what was done. Undo: undoing → undone.
 */
const JOB_STATES = ['queued', 'running', 'done', 'failed', 'cancelled', 'dead', 'undoing', 'undone'] as const;
export type JobState = (typeof JOB_STATES)[number];
export const OPEN_JOB_STATES: readonly JobState[] = ['queued', 'running', 'undoing'];
/** Can be undone until `undo_until`. */
export const UNDOABLE_JOB_STATES: readonly JobState[] = ['done', 'cancelled', 'failed'];

/** Platform staff see the jobs of all customers, users those they requested. */
export const jobs = resource({
  name: 'jobs',
  id: 'job_id',
  title: ['kind'],
  // Ids grow with time, so this is newest first.
  default_sort: [['job_id', 'desc']],
  read: ['platform', 'admin', 'user'],
  write: ['platform', 'admin'],
  remove: 'none',
  create: false,
  change: false,
  fields: {
    job_id: id(),
    customer_id: integer({ sort: false, write: 'none', required: true, list: 'hidden' }),
    kind: choice(JOB_KINDS, { sort: false, filter: false, initial: 'bulk_assign', write: 'none', list: 'shown' }),
    state: status(JOB_STATES, { sort: false, initial: 'queued', write: 'none', list: 'shown' }),
    lane: choice(JOB_LANES, { sort: false, filter: false, initial: 'bulk', write: 'none', list: 'hidden' }),
    done: integer({ sort: false, filter: false, initial: 0, write: 'none', list: 'shown' }),
    /** Empty: unknown. */
    total: integer({ sort: false, filter: false, write: 'none', list: 'shown' }),
    changed: integer({ sort: false, filter: false, initial: 0, write: 'none', list: 'shown' }),
    unchanged: integer({ sort: false, filter: false, initial: 0, write: 'none', list: 'hidden' }),
    left_out: integer({ sort: false, filter: false, initial: 0, write: 'none', list: 'shown' }),
    undone: integer({ sort: false, filter: false, initial: 0, write: 'none', list: 'hidden' }),
    attempts: integer({ sort: false, filter: false, initial: 0, write: 'none', list: 'hidden' }),
    error_code: text({
      sort: false,
      filter: false,
      max: 60,
      write: 'none',
      list: 'hidden',
      example: 'training_unknown',
    }),
    started_at: instant({ sort: false, filter: false, write: 'none', list: 'shown' }),
    ended_at: instant({ sort: false, filter: false, write: 'none', list: 'shown' }),
    /** Cancelling was requested; the job stops after the current batch. */
    cancel_asked_at: instant({ sort: false, filter: false, write: 'none', list: 'hidden' }),
    undo_until: instant({ sort: false, filter: false, write: 'none', list: 'hidden' }),
    /** Expiry of the created file. */
    result_until: instant({ sort: false, filter: false, write: 'none', list: 'hidden' }),
  },
});
export type BackgroundJobRow = RowOf<typeof jobs>;
