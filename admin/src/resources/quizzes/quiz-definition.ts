import { quizzes } from '@contract/quizzes.resource';
import type { ResourceDefinition } from '@contract/resource';

/** The quiz as its form sees it: what happens at the time's end is no choice as long as there is only one. */
export const quizForms: ResourceDefinition = {
  ...quizzes,
  fields: { ...quizzes.fields, at_end: { ...quizzes.fields.at_end, write: 'none' } },
};
