import {
  day,
  decimal,
  described,
  fields,
  flag,
  id,
  instant,
  listOf,
  mapOf,
  oneOfWords,
  orNull,
  text,
  whole,
  wordOrFigure,
  type Of,
} from './answer';
import { reportHead, rowsAnswer } from './report-answers';
import { CELL_STATUSES } from './skill-matrix';

const evidence = {
  evidence_id: id,
  kind: text,
  level: whole,
  effective_date: day,
  valid_until: orNull(day),
  state: text,
  note: orNull(text),
  training_id: orNull(id),
  training_title: orNull(text),
  attempt_id: orNull(id),
  attempt_no: orNull(whole),
  score: orNull(decimal),
  recorded_by: described(orNull(text), 'Person who assessed or recorded it; null: an API key or the system.'),
  recorded_at: instant,
};
const evidenceAnswer = fields(evidence);
export type EvidenceAnswer = Of<typeof evidenceAnswer>;
/** `reports/skill-wise/trail`: what is the level made of? */
export const trailAnswer = rowsAnswer(
  'evidence-trail',
  fields({ id, ...evidence }),
  fields({ opening_level: whole, level: whole, target: orNull(whole) }),
);
export type TrailAnswer = Of<typeof trailAnswer>;

const held = { from_date: day, to_date: orNull(day), reason: text };
/** `reports/explain`. `text` is the English sentence; `parts` are what the admin words. */
export const explainAnswer = fields({
  on: day,
  staff_id: id,
  skill_id: id,
  level: whole,
  held_level: whole,
  target: orNull(whole),
  target_source: orNull(oneOfWords(['personal', 'role'])),
  exempt: flag,
  status: oneOfWords(CELL_STATUSES),
  cause: orNull(text),
  text,
  parts: listOf(fields({ code: text, facts: mapOf(wordOrFigure) })),
  evidence: orNull(evidenceAnswer),
  valid_until: described(
    orNull(day),
    'Last day of the continuous period at this level or higher; null: no end, or level 0.',
  ),
  carried_by: described(orNull(evidenceAnswer), 'Evidence at the end of that period, if it is not `evidence`.'),
  capped_by: orNull(evidenceAnswer),
  capped: listOf(evidenceAnswer),
  lapsed: listOf(evidenceAnswer),
  pending: listOf(evidenceAnswer),
  revocation: orNull(fields({ revocation_id: id, ...held })),
  exemption: orNull(fields({ exemption_id: id, ...held })),
  falls: orNull(fields({ on: day, level: whole, cause: text })),
  trail: listOf(evidenceAnswer),
});
export type ExplainAnswer = Of<typeof explainAnswer>;

const levelStep = fields({
  from_date: day,
  to_date: described(orNull(day), 'null: no end known today.'),
  level: whole,
  cause: text,
  evidence: described(
    orNull(evidenceAnswer),
    'Evidence for the level; for `lapsed` the lapsed evidence; null for `revoked`.',
  ),
});
export type LevelStep = Of<typeof levelStep>;
/** Only days on which something was required: employed, and not exempt. */
const targetStep = fields({
  from_date: day,
  to_date: orNull(day),
  level: whole,
  source: oneOfWords(['personal', 'role']),
});
export type TargetStep = Of<typeof targetStep>;
const skillHistory = fields({
  skill_id: id,
  skill_code: text,
  skill_name: text,
  skill_group: orNull(text),
  levels: listOf(levelStep),
  targets: listOf(targetStep),
});
export type SkillHistory = Of<typeof skillHistory>;
/** `reports/skill-history`: one person's levels and what was required of them, as steps, oldest first; both ends inclusive. */
export const skillHistoryAnswer = fields({
  report: text,
  definition: reportHead,
  on: day,
  staff_id: id,
  skills: described(listOf(skillHistory), 'In the order of the matrix: by group and name.'),
});
export type SkillHistoryAnswer = Of<typeof skillHistoryAnswer>;
