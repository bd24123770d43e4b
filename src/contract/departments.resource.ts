import { id, ref, uniqueName } from './fields';
import { resource } from './resource';

/** A tree by `parent_id`. */
export const departments = resource({
  name: 'departments',
  id: 'department_id',
  title: ['name'],
  default_sort: [['name', 'asc']],
  read: ['platform', 'admin', 'user', 'api_key'],
  write: ['admin'],
  remove: 'delete',
  imported_by: ['name'],
  reassign: ['staff', 'department', 'assignment_rule'],
  searched_by_words: true,
  fields: {
    department_id: id(),
    name: uniqueName(100, { example: 'Body shop' }),
    parent_id: ref('departments', { list: 'shown' }),
  },
});
