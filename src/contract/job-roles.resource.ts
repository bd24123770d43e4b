import { id, text } from './fields';
import { resource, type RowOf } from './resource';

/** What staff are employed as; targets may come from it (reports.md §1). */
export const jobRoles = resource({
  name: 'job-roles',
  id: 'job_role_id',
  title: ['name'],
  default_sort: [['name', 'asc']],
  read: ['platform', 'admin', 'user', 'api_key'],
  write: ['admin'],
  remove: 'delete',
  searched_by_words: true,
  fields: {
    job_role_id: id(),
    name: text({ max: 100, required: true, keyed: true, folded: true, list: 'shown', search: true, example: 'Welder' }),
  },
});
export type JobRoleRow = RowOf<typeof jobRoles>;
