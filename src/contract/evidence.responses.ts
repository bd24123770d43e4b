import {
  day,
  decimal,
  withDescription,
  objectOf,
  flag,
  id,
  instant,
  listOf,
  mapOf,
  stringEnum,
  nullable,
  text,
  integer,
  textOrNumber,
  type Infer,
} from './response-schema';
import { reportDefinitionSchema, rowsReportSchema } from './report.responses';
import { CELL_STATUSES } from './skill-matrix';

const evidence = {
  evidence_id: id,
  kind: text,
  level: integer,
  effective_date: day,
  valid_until: nullable(day),
  state: text,
  note: nullable(text),
  training_id: nullable(id),
  training_title: nullable(text),
  attempt_id: nullable(id),
  attempt_no: nullable(integer),
  score: nullable(decimal),
  recorded_by: withDescription(nullable(text), 'Person who assessed or recorded it; null: an API key or the system.'),
  recorded_at: instant,
};
const evidenceSchema = objectOf(evidence);
export type EvidenceResponse = Infer<typeof evidenceSchema>;
/** `reports/skill-wise/trail`: the evidence behind a level. */
export const evidenceTrailSchema = rowsReportSchema(
  'evidence-trail',
  objectOf({ id, ...evidence }),
  objectOf({ opening_level: integer, level: integer, target: nullable(integer) }),
);
export type EvidenceTrailResponse = Infer<typeof evidenceTrailSchema>;

const periodFields = { from_date: day, to_date: nullable(day), reason: text };
/** `reports/explain`: `text` is the English sentence; the admin translates `parts`. */
export const explanationSchema = objectOf({
  on: day,
  staff_id: id,
  skill_id: id,
  level: integer,
  held_level: integer,
  target: nullable(integer),
  target_source: nullable(stringEnum(['personal', 'role'])),
  exempt: flag,
  status: stringEnum(CELL_STATUSES),
  cause: nullable(text),
  text,
  parts: listOf(objectOf({ code: text, facts: mapOf(textOrNumber) })),
  evidence: nullable(evidenceSchema),
  valid_until: withDescription(
    nullable(day),
    'Last day of the continuous period at this level or higher; null: no end, or level 0.',
  ),
  carried_by: withDescription(nullable(evidenceSchema), 'Evidence at the end of that period, if it is not `evidence`.'),
  capped_by: nullable(evidenceSchema),
  capped: listOf(evidenceSchema),
  lapsed: listOf(evidenceSchema),
  pending: listOf(evidenceSchema),
  revocation: nullable(objectOf({ revocation_id: id, ...periodFields })),
  exemption: nullable(objectOf({ exemption_id: id, ...periodFields })),
  falls: nullable(objectOf({ on: day, level: integer, cause: text })),
  trail: listOf(evidenceSchema),
});
export type ExplanationResponse = Infer<typeof explanationSchema>;

const levelStepSchema = objectOf({
  from_date: day,
  to_date: withDescription(nullable(day), 'null: no end known today.'),
  level: integer,
  cause: text,
  evidence: withDescription(
    nullable(evidenceSchema),
    'Evidence for the level; for `lapsed` the lapsed evidence; null for `revoked`.',
  ),
});
export type LevelStep = Infer<typeof levelStepSchema>;
/** Only days with a requirement: employed and not exempt. */
const targetStepSchema = objectOf({
  from_date: day,
  to_date: nullable(day),
  level: integer,
  source: stringEnum(['personal', 'role']),
});
export type TargetStep = Infer<typeof targetStepSchema>;
const skillHistoryItemSchema = objectOf({
  skill_id: id,
  skill_code: text,
  skill_name: text,
  skill_group: nullable(text),
  levels: listOf(levelStepSchema),
  targets: listOf(targetStepSchema),
});
export type SkillHistory = Infer<typeof skillHistoryItemSchema>;
/** `reports/skill-history`: levels and targets of one person as steps, oldest first; both ends inclusive. */
export const skillHistorySchema = objectOf({
  report: text,
  definition: reportDefinitionSchema,
  on: day,
  staff_id: id,
  skills: withDescription(listOf(skillHistoryItemSchema), 'In the order of the matrix: by group and name.'),
});
export type SkillHistoryResponse = Infer<typeof skillHistorySchema>;
