import { day, id, level, ref, text } from './fields';
import { resource } from './resource';

/** Level required of one person from a day on. Overrides the highest target of their job role; 0 requires nothing. */
export const skillTargets = resource({
  name: 'skill-targets',
  id: 'target_id',
  subject: 'skill-target',
  title: ['level'],
  default_sort: [['from_date', 'desc']],
  read: ['platform', 'admin', 'user', 'api_key'],
  write: ['admin'],
  remove: 'delete',
  imported_by: ['staff_id', 'skill_id', 'from_date'],
  fields: {
    target_id: id(),
    staff_id: ref('staff', { required: true, write: 'create', list: 'shown', section: 'who' }),
    skill_id: ref('skills', { required: true, write: 'create', list: 'shown', section: 'who' }),
    level: level({ sort: false, required: true, list: 'shown', section: 'what', example: 3 }),
    from_date: day({ required: true, write: 'create', list: 'shown', section: 'what', example: '2026-01-01' }),
    /** Last day; empty: until further notice. */
    to_date: day({ list: 'shown', section: 'what' }),
    reason: text({ max: 500, lines: true, list: 'hidden', sort: false, filter: false, section: 'what' }),
  },
});

/** Level required of everyone in a job role from a day on. */
export const roleTargets = resource({
  name: 'role-targets',
  id: 'target_id',
  subject: 'role-target',
  title: ['level'],
  default_sort: [['from_date', 'desc']],
  read: ['platform', 'admin', 'api_key'],
  write: ['admin'],
  remove: 'delete',
  imported_by: ['job_role_id', 'skill_id', 'from_date'],
  fields: {
    target_id: id(),
    job_role_id: ref('job-roles', { required: true, write: 'create', list: 'shown', section: 'who' }),
    skill_id: ref('skills', { required: true, write: 'create', list: 'shown', section: 'who' }),
    level: level({ sort: false, required: true, min: 1, list: 'shown', section: 'what', example: 3 }),
    from_date: day({ required: true, write: 'create', list: 'shown', section: 'what', example: '2026-01-01' }),
    to_date: day({ list: 'shown', section: 'what' }),
  },
});

/** Maximum changes per call of `PUT /api/skill-targets/grid`, all or nothing. */
export const TARGET_CHANGES_MAX = 1000;

/** One grid cell; exactly one of `staff_id` and `job_role_id`. `level` null ends the target. */
export interface TargetGridChange {
  staff_id?: string;
  job_role_id?: string;
  skill_id: string;
  level: number | null;
  /** Default: today in the customer's time zone. */
  from_date?: string;
}
