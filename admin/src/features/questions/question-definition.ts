import { questions } from '@contract/questions.resource';
import type { Field } from '@contract/fields';
import type { ResourceDefinition } from '@contract/resource';

const { question_id, kind, text, points, grading, ...rest } = questions.fields;

/** Carried beside the fields on the wire (`QuestionOptionRow[]`); its input and its cell are this resource's own. */
const options: Field = { kind: 'refMany', required: true, list: 'never', section: 'what' };

/** The question as its form sees it: the options stand where an author expects them, below the text. */
export const questionForms: ResourceDefinition = {
  ...questions,
  fields: { question_id, kind: { ...kind, initial: 'single' }, text, options, grading, points, ...rest },
};
