import { day, flag, id, ref, archiveStatus, uniqueName, integer } from './fields';
import { resource, type RowOf } from './resource';

/** Maximum number of trainings of one rule. */
export const RULE_TRAININGS_MAX = 50;

/** Assigns trainings automatically. The body also carries `training_id`, a list. */
export const assignmentRules = resource({
  name: 'assignment-rules',
  id: 'rule_id',
  subject: 'assignment-rule',
  title: ['name'],
  default_sort: [['name', 'asc']],
  read: ['admin'],
  write: ['admin'],
  remove: 'delete',
  archives: true,
  searched_by_words: true,
  fields: {
    rule_id: id(),
    name: uniqueName(100, { section: 'what', example: 'Forklift drivers' }),
    /** Empty: all. Includes the departments below it. */
    department_id: ref('departments', { list: 'shown', section: 'people' }),
    /** Empty: all. */
    job_role_id: ref('job-roles', { list: 'shown', section: 'people' }),
    /** From the day the rule first applies to the person. Empty, like `due_on`: each training's `due_days`. */
    due_days: integer({ max: 3650, sort: false, filter: false, list: 'hidden', section: 'due', example: 30 }),
    due_on: day({ sort: false, filter: false, list: 'hidden', section: 'due' }),
    mandatory: flag({ initial: true, list: 'hidden', section: 'due' }),
    /** false: the rule applies to no one, as if archived. */
    active: flag({ initial: true, list: 'shown', section: 'due' }),
    status: archiveStatus(),
  },
});

export type AssignmentRuleRow = RowOf<typeof assignmentRules> & {
  training_id: string[];
  /** People the rule applies to now; only in the response for a single rule, otherwise null. */
  people: number | null;
  /** When its current version was last applied to all staff; null: still in progress. */
  applied_at: string | null;
};
