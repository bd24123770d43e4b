import { id, instant, ref, text, integer } from './fields';
import { resource, type RowOf } from './resource';

/** Watched ranges of an assigned video, merged. Written only by progress reports of the player. */
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
    /** The media_revision that was watched. */
    media_revision: integer({ sort: false, min: 1, initial: 1, write: 'none', list: 'hidden' }),
    duration_ms: integer({ sort: false, initial: 0, write: 'none', list: 'hidden' }),
    watched_ms: integer({ sort: false, initial: 0, write: 'none', list: 'hidden' }),
    /** Percentage with two decimals, '90.00', for display. Never decreases within one video. */
    share: text({ max: 6, write: 'none', required: true, list: 'shown', sort: false, filter: false, example: '90.00' }),
    position_ms: integer({ sort: false, initial: 0, write: 'none', list: 'hidden' }),
    /** Highest reported speed in percent: 150 is 1.5×. */
    best_speed: integer({ sort: false, initial: 100, write: 'none', list: 'hidden' }),
    /** Elapsed time is measured from here. */
    linked_at: instant({ sort: false, write: 'none', required: true, list: 'hidden' }),
    beat_at: instant({ write: 'none', list: 'shown' }),
    /** When the threshold was reached; never reset. */
    completed_at: instant({ write: 'none', list: 'shown' }),
  },
});
export type VideoProgressRow = RowOf<typeof videoProgress>;
