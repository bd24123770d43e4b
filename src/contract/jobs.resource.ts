import { choice, id, instant, status, text, whole } from './fields';
import { resource, type RowOf } from './resource';

/** What is done in the background. A kind is registered by its domain (tenancy/jobs/job-kinds.ts). */
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
/**
 * `interactive`: somebody waits for it. `bulk`: whatever takes its time. `export`: files. `video`: where there is ffmpeg. None
 * waits for another.
 */
export const JOB_LANES = ['interactive', 'bulk', 'export', 'video'] as const;
export type JobLane = (typeof JOB_LANES)[number];
/**
 * queued → running → done; `failed`: a rule said no; `dead`: given up after many tries; `cancelled`: stopped between two
 * portions, what was done stays. What can be taken back goes on: undoing → undone.
 */
const JOB_STATES = ['queued', 'running', 'done', 'failed', 'cancelled', 'dead', 'undoing', 'undone'] as const;
export type JobState = (typeof JOB_STATES)[number];
/** It has not come to its end. */
export const OPEN_JOB_STATES: readonly JobState[] = ['queued', 'running', 'undoing'];
/** Work that may be taken back, as long as `undo_until` says. */
export const UNDOABLE_JOB_STATES: readonly JobState[] = ['done', 'cancelled', 'failed'];

/**
 * Work in the background. Written by what owes it, never by hand; platform staff see those of all organisations, users
 * those that they asked for.
 */
export const jobs = resource({
  name: 'jobs',
  id: 'job_id',
  title: ['kind'],
  // Ids grow with time: the newest first.
  default_sort: [['job_id', 'desc']],
  read: ['platform', 'admin', 'user'],
  write: ['platform', 'admin'],
  remove: 'none',
  create: false,
  change: false,
  fields: {
    job_id: id(),
    customer_id: whole({ sort: false, write: 'none', required: true, list: 'hidden' }),
    kind: choice(JOB_KINDS, { sort: false, filter: false, initial: 'bulk_assign', write: 'none', list: 'shown' }),
    state: status(JOB_STATES, { sort: false, initial: 'queued', write: 'none', list: 'shown' }),
    lane: choice(JOB_LANES, { sort: false, filter: false, initial: 'bulk', write: 'none', list: 'hidden' }),
    done: whole({ sort: false, filter: false, initial: 0, write: 'none', list: 'shown' }),
    /** Empty: nobody knows, and nobody counts. */
    total: whole({ sort: false, filter: false, write: 'none', list: 'shown' }),
    changed: whole({ sort: false, filter: false, initial: 0, write: 'none', list: 'shown' }),
    unchanged: whole({ sort: false, filter: false, initial: 0, write: 'none', list: 'hidden' }),
    left_out: whole({ sort: false, filter: false, initial: 0, write: 'none', list: 'shown' }),
    undone: whole({ sort: false, filter: false, initial: 0, write: 'none', list: 'hidden' }),
    attempts: whole({ sort: false, filter: false, initial: 0, write: 'none', list: 'hidden' }),
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
    /** Somebody asked that it stops; it does so after the portion in hand. */
    cancel_asked_at: instant({ sort: false, filter: false, write: 'none', list: 'hidden' }),
    undo_until: instant({ sort: false, filter: false, write: 'none', list: 'hidden' }),
    /** So long the file is kept that it made. */
    result_until: instant({ sort: false, filter: false, write: 'none', list: 'hidden' }),
  },
});
export type JobRowOf = RowOf<typeof jobs>;
