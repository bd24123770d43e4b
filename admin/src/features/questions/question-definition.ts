import { questions } from '@contract/questions.resource';
import type { Field } from '@contract/fields';
import type { ResourceDefinition } from '@contract/resource';

const { question_id, kind, text, points, grading, ...otherFields } = questions.fields;

/** Sent next to the fields (`QuestionOptionRow[]`); this resource has its own input and cell for it. */
const options: Field = { kind: 'refMany', required: true, list: 'never', section: 'what' };

/** The question for its form: the options follow the text, where authors expect them. */
export const questionFormDefinition: ResourceDefinition = {
  ...questions,
  fields: { question_id, kind: { ...kind, initial: 'single' }, text, options, grading, points, ...otherFields },
};
