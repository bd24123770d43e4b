import { id, shelved, title } from './fields';
import { resource } from './resource';

/** What staff are employed as; targets may come from it (reports.md §1). */
export const jobRoles = resource({
  name: 'job-roles',
  id: 'job_role_id',
  title: ['name'],
  default_sort: [['name', 'asc']],
  read: ['platform', 'admin', 'user', 'api_key'],
  write: ['admin'],
  remove: 'delete',
  archives: true,
  imported_by: ['name'],
  reassign: ['staff', 'assignment_rule'],
  searched_by_words: true,
  fields: {
    job_role_id: id(),
    name: title(100, { example: 'Welder' }),
    status: shelved(),
  },
});
