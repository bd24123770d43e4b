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
  people: like(described(whole, 'In the rule.'), 38),
  counts: described(
    fields({
      new: like(described(whole, 'To be assigned for the first time.'), 31),
      returns: like(described(whole, 'Removed before, taken up again with their progress.'), 2),
      goes: like(described(whole, 'Removed: the rule was the last reason.'), 4),
      already: like(described(whole, 'They have it to do: it stays as it is.'), 5),
      completed: like(described(whole, 'They stay as they are.'), 1),
      removed_by_hand: like(described(whole, 'Somebody removed them: the rule does not assign them again.'), 1),
      waived: like(described(whole, 'Let off: they stay so.'), 0),
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
        person: like(described(text, 'What they are called.'), 'Asha Rao'),
        training_id: id,
        training: like(described(text, 'Name.'), 'Forklift: daily check'),
        outcome: oneOfWords(RULE_OUTCOMES),
      }),
    ),
    'By name; without those that have it already or have completed it, unless they are asked for.',
  ),
});
export type RulePreview = Of<typeof rulePreviewAnswer>;
