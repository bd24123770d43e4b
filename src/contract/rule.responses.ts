import {
  withDescription,
  objectOf,
  id,
  withExample,
  listOf,
  stringEnum,
  text,
  integer,
  type Infer,
} from './response-schema';

/**
 * Effect of a rule on one person and training. `new`; `returns`: removed before, assigned again with its progress;
 * `goes`: removed, because the rule was its only source; `already` and `completed`: unchanged; `removed_by_hand`,
 * `waived`, `not_published`, `suspended`: not assigned.
 */
export const RULE_OUTCOMES = [
  'new',
  'returns',
  'goes',
  'already',
  'completed',
  'removed_by_hand',
  'waived',
  'not_published',
  'suspended',
] as const;
export type RuleOutcome = (typeof RULE_OUTCOMES)[number];

/** `POST /api/assignment-rules/preview`, `GET /api/assignment-rules/{id}/preview` */
export const rulePreviewSchema = objectOf({
  people: withExample(withDescription(integer, 'People the rule applies to.'), 38),
  counts: withDescription(
    objectOf({
      new: withExample(withDescription(integer, 'Newly assigned.'), 31),
      returns: withExample(withDescription(integer, 'Removed before, assigned again with their progress.'), 2),
      goes: withExample(withDescription(integer, 'Removed, because the rule was the only source.'), 4),
      already: withExample(withDescription(integer, 'Already assigned; unchanged.'), 5),
      completed: withExample(withDescription(integer, 'Completed; unchanged.'), 1),
      removed_by_hand: withExample(
        withDescription(integer, 'Removed manually; the rule does not assign them again.'),
        1,
      ),
      waived: withExample(withDescription(integer, 'Waived; unchanged.'), 0),
      not_published: withExample(withDescription(integer, 'Assigned once the training is published.'), 0),
      suspended: withExample(withDescription(integer, 'Assigned once the person is active again.'), 0),
    }),
    'Pairs of a person and a training.',
  ),
  total: withExample(withDescription(integer, 'Pairs in `rows`, over all pages.'), 37),
  rows: withDescription(
    listOf(
      objectOf({
        staff_id: id,
        staff_code: withExample(text, 'P-0017'),
        person: withExample(withDescription(text, 'Their names.'), 'Asha Rao'),
        training_id: id,
        training: withExample(withDescription(text, 'Display name of the record.'), 'Forklift: daily check'),
        outcome: stringEnum(RULE_OUTCOMES),
      }),
    ),
    'Sorted by name; without those already assigned or completed, unless requested.',
  ),
});
export type RulePreviewResponse = Infer<typeof rulePreviewSchema>;
