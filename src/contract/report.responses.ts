import {
  day,
  decimal,
  withDescription,
  scalar,
  objectOf,
  flag,
  id,
  listOf,
  mapOf,
  stringEnum,
  nullable,
  text,
  integer,
  type ResponseSchema,
  type Infer,
} from './response-schema';
import { CELL_STATUSES } from './skill-matrix';

const percentageSchema = withDescription(nullable(decimal), 'Percent with two decimals; null: no targets.');
const status = stringEnum(CELL_STATUSES);

/** Definition shown and printed with a report. */
export const reportDefinitionSchema = objectOf({
  code: text,
  facts: mapOf(scalar),
  text: withDescription(text, 'The definition in English.'),
});
export type ReportDefinitionResponse = Infer<typeof reportDefinitionSchema>;

const requirementFields = {
  required: integer,
  compliant: integer,
  compliance: percentageSchema,
  attainment: percentageSchema,
  gap: integer,
};
export type RequirementFigures = Infer<typeof requirementSchema>;
const requirementSchema = objectOf(requirementFields);

const matrixRowFiguresSchema = objectOf({ ...requirementFields, at_risk: integer, overdue: integer });
export type MatrixRowFigures = Infer<typeof matrixRowFiguresSchema>;

const matrixRowSchema = objectOf({
  id,
  staff_code: text,
  first_name: text,
  last_name: text,
  last_active_day: nullable(day),
  figures: withDescription(nullable(matrixRowFiguresSchema), 'null for a part of a matrix.'),
});
export type MatrixRow = Infer<typeof matrixRowSchema>;

const matrixColumnFiguresSchema = objectOf({
  heads: withDescription(listOf(integer), 'People at level 0, 1, 2, 3, 4.'),
  qualified: integer,
  opening_qualified: nullable(integer),
  coverage: nullable(decimal),
  bus_factor: integer,
  at_risk: integer,
  trainers: integer,
  compliant: integer,
  required: integer,
  gap: withDescription(integer, 'Sum of levels missing to reach the targets.'),
});
export type MatrixColumnFigures = Infer<typeof matrixColumnFiguresSchema>;

const skillFields = {
  id,
  skill_code: text,
  name: text,
  skill_group: nullable(text),
  min_level: integer,
  required_headcount: nullable(integer),
  critical: flag,
};
const matrixColumnSchema = objectOf({ ...skillFields, figures: nullable(matrixColumnFiguresSchema) });
export type MatrixColumn = Infer<typeof matrixColumnSchema>;

const matrixTotalsSchema = objectOf({
  staff: integer,
  closing: requirementSchema,
  opening: nullable(requirementSchema),
  gaps_opened: integer,
  gaps_closed: integer,
  overdue: integer,
  expiring: withDescription(integer, 'Pairs that meet their target and fall below it within the warning period.'),
  uncovered: integer,
  single_points: integer,
  mean_coverage: nullable(decimal),
});
export type MatrixSummaryTotals = Infer<typeof matrixTotalsSchema>;

const bridge = objectOf({
  opening: integer,
  gains: integer,
  expiries: integer,
  downgrades: integer,
  revocations: integer,
  joiners: integer,
  leavers: integer,
  retargeted: integer,
  closing: integer,
});
export type ComplianceBridge = Infer<typeof bridge>;

/** Fields common to all reports. */
export const commonReportFields = {
  report: text,
  definition: reportDefinitionSchema,
  on: day,
  from: nullable(day),
  opening: nullable(day),
  forecast: flag,
};
const figures = {
  ...commonReportFields,
  row_count: integer,
  column_count: integer,
  columns: listOf(matrixColumnSchema),
  totals: withDescription(nullable(matrixTotalsSchema), 'null for a part of a matrix; use skill-matrix/summary.'),
  bridge: nullable(bridge),
};

/** `reports/skill-matrix`, `-datewise`, `targeted-skills`. Cell indexes are relative to this response. */
export const matrixSchema = objectOf({
  ...figures,
  rows: listOf(matrixRowSchema),
  cell: withDescription(listOf(text), 'Meaning of the numbers in a cell.'),
  cells: withDescription(listOf(listOf(nullable(integer))), 'Sparse: empty cells are left out.'),
});
export type MatrixResponse = Infer<typeof matrixSchema>;

/** One of the largest gaps: a person below a target. */
const gap = objectOf({
  staff_id: id,
  staff_code: text,
  first_name: text,
  last_name: text,
  skill_id: id,
  skill_code: text,
  skill_name: text,
  level: integer,
  target: integer,
  status,
  overdue: withDescription(flag, 'Whether an assigned training of the skill is past its due date.'),
});
export type SkillGap = Infer<typeof gap>;

/**
 * `reports/skill-matrix/summary`, and the response with `beyond=summary` for a matrix too large for one response:
 * figures only; rows and cells are requested in parts.
 */
export const matrixSummarySchema = objectOf({
  ...figures,
  gaps: withDescription(listOf(gap), 'The ten largest gaps; among equal ones overdue first, then critical skills.'),
});
export type MatrixSummaryResponse = Infer<typeof matrixSummarySchema>;

/** @param report its name, which distinguishes the schemas of one URL */
export const rowsReportSchema = <const N extends string, R, T>(
  report: N,
  row: ResponseSchema<R>,
  totals: ResponseSchema<T>,
) => objectOf({ ...commonReportFields, report: stringEnum([report]), rows: listOf(row), totals });
/** Any report whose rows are objects, for generic consumers. */
export interface RowsReportResponse<
  R = Readonly<Record<string, unknown>>,
  T = Readonly<Record<string, number | null>>,
> {
  report: string;
  definition: ReportDefinitionResponse;
  on: string;
  from: string | null;
  opening: string | null;
  forecast: boolean;
  rows: readonly R[];
  totals: T;
}

/** `reports/skill-wise`: coverage of each skill. */
export const skillCoverageSchema = rowsReportSchema(
  'skill-wise',
  objectOf({
    ...skillFields,
    skill_id: id,
    level_0: integer,
    level_1: integer,
    level_2: integer,
    level_3: integer,
    level_4: integer,
    qualified: integer,
    opening_qualified: nullable(integer),
    change: integer,
    coverage: nullable(decimal),
    bus_factor: integer,
    trainers: integer,
    at_risk: integer,
  }),
  objectOf({
    skills: integer,
    staff: integer,
    uncovered: integer,
    single_points: integer,
    mean_coverage: nullable(decimal),
  }),
);
export type SkillCoverageResponse = Infer<typeof skillCoverageSchema>;

/** Person and skill of a row. */
export const personSkillFields = {
  id: text,
  staff_id: id,
  staff_code: text,
  staff_name: text,
  skill_id: id,
  skill_code: text,
  skill_name: text,
};
const personSkillLevelFields = {
  ...personSkillFields,
  opening_level: integer,
  level: integer,
  change: integer,
  target: nullable(integer),
  status,
  valid_until: withDescription(
    nullable(day),
    'Last day of the continuous period at this level or higher; null: no end, or level 0.',
  ),
  cause: nullable(text),
};
/** `reports/skill-wise/holders`: people with the skill. */
export const skillHoldersSchema = rowsReportSchema(
  'skill-holders',
  objectOf(personSkillLevelFields),
  objectOf({
    holders: integer,
    qualified: integer,
    opening_qualified: nullable(integer),
    coverage: nullable(decimal),
    at_risk: integer,
    required: integer,
    compliant: integer,
    compliance: percentageSchema,
  }),
);
export type SkillHoldersResponse = Infer<typeof skillHoldersSchema>;
/** `reports/skill-wise/person`: skills of a person. */
export const skillsOfPersonSchema = rowsReportSchema(
  'skills-of-person',
  objectOf(personSkillLevelFields),
  objectOf({ skills: integer, ...requirementFields }),
);

export type SkillsOfPersonResponse = Infer<typeof skillsOfPersonSchema>;

/** `reports/targeted-skills/person`: targets of a person. */
export const targetsOfPersonSchema = rowsReportSchema(
  'targeted-skills',
  objectOf({
    ...personSkillLevelFields,
    target: integer,
    gap: integer,
    due_on: nullable(day),
    overdue: flag,
    proof: nullable(text),
    suggested_training_id: nullable(id),
    suggested_training: nullable(text),
  }),
  objectOf({ ...requirementFields, overdue: integer, gaps_opened: integer, gaps_closed: integer }),
);

export type TargetsOfPersonResponse = Infer<typeof targetsOfPersonSchema>;
