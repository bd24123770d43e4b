import { id, ref, text } from './fields';
import { resource, type RowOf } from './resource';

/** Where staff belong; a tree by `parent_id`. */
export const departments = resource({
  name: 'departments',
  id: 'department_id',
  title: ['name'],
  default_sort: [['name', 'asc']],
  read: ['platform', 'admin', 'user', 'api_key'],
  write: ['admin'],
  remove: 'delete',
  reassign: true,
  searched_by_words: true,
  fields: {
    department_id: id(),
    name: text({
      max: 100,
      required: true,
      keyed: true,
      folded: true,
      list: 'shown',
      search: true,
      example: 'Body shop',
    }),
    parent_id: ref('departments', { list: 'shown' }),
  },
});
export type DepartmentRow = RowOf<typeof departments>;
