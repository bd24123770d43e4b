import { assignmentRules, RULE_TRAININGS_MAX } from '@contract/assignment-rules.resource';
import type { Field } from '@contract/fields';
import type { ResourceDefinition } from '@contract/resource';

const { rule_id, name, ...rest } = assignmentRules.fields;

// In the API response, but not in the resource definition.
const training_id: Field = {
  kind: 'refMany',
  resource: 'trainings',
  max: RULE_TRAININGS_MAX,
  required: true,
  list: 'shown',
  section: 'what',
  sort: false,
  filter: false,
};
const people: Field = { kind: 'whole', write: 'none', list: 'never', sort: false, filter: false };
const applied_at: Field = { kind: 'instant', write: 'none', list: 'shown', sort: false, filter: false };

/** Rule fields of the form and the list. */
export const ruleFormDefinition: ResourceDefinition = {
  ...assignmentRules,
  fields: { rule_id, name, training_id, ...rest, people, applied_at },
};
