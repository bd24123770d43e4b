import { id, archiveStatus, uniqueName } from './fields';
import { resource } from './resource';

/** Job roles of staff; can carry skill targets (docs/skill-levels.md). */
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
    name: uniqueName(100, { example: 'Welder' }),
    status: archiveStatus(),
  },
});
