import { described, fields, id, like, listOf, oneOfWords, text, whole, type Of } from './answer';

/**
 * What a rule does to one person and training. `new`, `returns` (removed before, taken up again with its progress), `goes`
 * (the rule was its last reason); `already`, `completed`; and what stays as it is: `removed_by_hand`, `waived`,
 * `not_published`, `suspended`.
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
export const rulePreviewAnswer = fields({
  people: like(described(whole, 'People the rule applies to.'), 38),
  counts: described(
    fields({
      new: like(described(whole, 'Newly assigned.'), 31),
      returns: like(described(whole, 'Removed before, assigned again with their progress.'), 2),
      goes: like(described(whole, 'Removed, because the rule was the only source.'), 4),
      already: like(described(whole, 'Already assigned; unchanged.'), 5),
      completed: like(described(whole, 'Completed; unchanged.'), 1),
      removed_by_hand: like(described(whole, 'Removed manually; the rule does not assign them again.'), 1),
      waived: like(described(whole, 'Waived; unchanged.'), 0),
      not_published: like(described(whole, 'Assigned once the training is published.'), 0),
      suspended: like(described(whole, 'Assigned once the person is active again.'), 0),
    }),
    'Pairs of a person and a training.',
  ),
  total: like(described(whole, 'Pairs in `rows`, over all pages.'), 37),
  rows: described(
    listOf(
      fields({
        staff_id: id,
        staff_code: like(text, 'P-0017'),
        person: like(described(text, 'Their names.'), 'Asha Rao'),
        training_id: id,
        training: like(described(text, 'Display name of the record.'), 'Forklift: daily check'),
        outcome: oneOfWords(RULE_OUTCOMES),
      }),
    ),
    'Sorted by name; without those already assigned or completed, unless requested.',
  ),
});
export type RulePreview = Of<typeof rulePreviewAnswer>;
