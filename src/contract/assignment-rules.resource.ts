import { day, flag, id, ref, shelved, title, whole } from './fields';
import { resource, type RowOf } from './resource';

/** Trainings that one rule assigns. */
export const RULE_TRAININGS_MAX = 50;

/** Who is assigned what without anybody doing it. `training_id` comes beside the fields, as a list in the body. */
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
    name: title(100, { section: 'what', example: 'Forklift drivers' }),
    /** Empty: all. With the departments below it. */
    department_id: ref('departments', { list: 'shown', section: 'people' }),
    /** Empty: all. */
    job_role_id: ref('job-roles', { list: 'shown', section: 'people' }),
    /** From the day on which the rule first applies to somebody; empty, like `due_on`: by the days that each training allows. */
    due_days: whole({ max: 3650, sort: false, filter: false, list: 'hidden', section: 'due', example: 30 }),
    due_on: day({ sort: false, filter: false, list: 'hidden', section: 'due' }),
    mandatory: flag({ initial: true, list: 'hidden', section: 'due' }),
    /** Off: nobody is in it, as if it were archived. */
    active: flag({ initial: true, list: 'shown', section: 'due' }),
    status: shelved(),
  },
});

export type AssignmentRuleRow = RowOf<typeof assignmentRules> & {
  training_id: string[];
  /** People in it now; null: where nobody asked for this one alone. */
  people: number | null;
  /** When it was last brought about for everybody, as it is now; null: that is being done. */
  applied_at: string | null;
};
