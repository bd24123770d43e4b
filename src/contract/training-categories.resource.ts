import { uniqueCode, color, id, markdown, ref, archiveStatus, uniqueName, integer } from './fields';
import { resource, type RowOf } from './resource';

/** Training Category: a tree by `parent_id`, ordered by `position` among its siblings. */
export const trainingCategories = resource({
  name: 'training-categories',
  id: 'category_id',
  subject: 'training-category',
  title: ['name'],
  default_sort: [
    ['position', 'asc'],
    ['name', 'asc'],
  ],
  read: ['platform', 'admin', 'user', 'api_key'],
  write: ['admin'],
  remove: 'delete',
  archives: true,
  imported_by: ['code'],
  reassign: ['trainings', 'categories'],
  searched_by_words: true,
  fields: {
    category_id: id(),
    code: uniqueCode({ example: 'SAFETY' }),
    name: uniqueName(100, { example: 'Safety at work' }),
    parent_id: ref('training-categories', { list: 'shown' }),
    color: color({ list: 'shown', example: '#403098' }),
    description: markdown({ max: 2000 }),
    position: integer({ max: 10_000, initial: 0, list: 'hidden' }),
    status: archiveStatus(),
  },
});
export type TrainingCategoryRow = RowOf<typeof trainingCategories>;
