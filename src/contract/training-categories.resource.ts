import { choice, color, id, markdown, ref, text, whole } from './fields';
import { resource, type RowOf } from './resource';

export const CATEGORY_STATUSES = ['active', 'archived'] as const;

/** Training Category: a tree by `parent_id`, ordered by `position` among its siblings. */
export const trainingCategories = resource({
  name: 'training-categories',
  id: 'category_id',
  title: ['name'],
  default_sort: [
    ['position', 'asc'],
    ['name', 'asc'],
  ],
  read: ['platform', 'admin', 'user', 'api_key'],
  write: ['admin'],
  remove: 'delete',
  reassign: true,
  searched_by_words: true,
  fields: {
    category_id: id(),
    code: text({ max: 40, required: true, keyed: true, list: 'shown', search: true, example: 'SAFETY' }),
    name: text({
      max: 100,
      required: true,
      keyed: true,
      folded: true,
      list: 'shown',
      search: true,
      example: 'Safety at work',
    }),
    parent_id: ref('training-categories', { list: 'shown' }),
    color: color({ list: 'shown', example: '#403098' }),
    description: markdown({ max: 2000 }),
    position: whole({ max: 10_000, initial: 0, list: 'hidden' }),
    status: choice(CATEGORY_STATUSES, { write: 'none', initial: 'active', list: 'shown' }),
  },
});
export type TrainingCategoryRow = RowOf<typeof trainingCategories>;
