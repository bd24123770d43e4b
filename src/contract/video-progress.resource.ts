import { id, instant, ref, text, whole } from './fields';
import { resource, type RowOf } from './resource';

/** How much of an assigned video was watched, by merged ranges (reports.md §2). Written by beats only. */
export const videoProgress = resource({
  name: 'video-progress',
  id: 'assignment_id',
  title: ['assignment_id'],
  default_sort: [['beat_at', 'desc']],
  read: ['platform', 'admin', 'user', 'api_key'],
  write: ['user', 'admin'],
  remove: 'none',
  change: false,
  fields: {
    assignment_id: id(),
    staff_id: ref('staff', { required: true, write: 'none', list: 'shown' }),
    training_id: ref('trainings', { required: true, write: 'none', list: 'shown' }),
    /** The training's media_revision that was watched. */
    media_revision: whole({ sort: false, min: 1, initial: 1, write: 'none', list: 'hidden' }),
    duration_ms: whole({ sort: false, initial: 0, write: 'none', list: 'hidden' }),
    watched_ms: whole({ sort: false, initial: 0, write: 'none', list: 'hidden' }),
    /** Percent with two decimals, '90.00'; for show only. Never falls within one film. */
    share: text({ max: 6, write: 'none', required: true, list: 'shown', sort: false, filter: false, example: '90.00' }),
    position_ms: whole({ sort: false, initial: 0, write: 'none', list: 'hidden' }),
    /** The fastest speed a beat claimed, in percent: 150 is 1.5×. */
    best_speed: whole({ sort: false, initial: 100, write: 'none', list: 'hidden' }),
    /** Wall time counts from here. */
    linked_at: instant({ sort: false, write: 'none', required: true, list: 'hidden' }),
    beat_at: instant({ write: 'none', list: 'shown' }),
    /** The threshold was reached; never taken back. */
    completed_at: instant({ write: 'none', list: 'shown' }),
  },
});
export type VideoProgressRow = RowOf<typeof videoProgress>;
