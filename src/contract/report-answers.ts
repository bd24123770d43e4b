import {
  day,
  decimal,
  described,
  fact,
  fields,
  flag,
  id,
  listOf,
  mapOf,
  oneOfWords,
  orNull,
  text,
  whole,
  type Answer,
  type Of,
} from './answer';
import { CELL_STATUSES } from './skill-matrix';

const percentage = described(orNull(decimal), 'Percent with two decimals; null: no targets.');
const status = oneOfWords(CELL_STATUSES);

/** What the answer of a report says about itself: shown below it and printed with it. */
export const reportHead = fields({
  code: text,
  facts: mapOf(fact),
  text: described(text, 'The definition in English.'),
});
export type ReportHead = Of<typeof reportHead>;

const requirement = {
  required: whole,
  compliant: whole,
  compliance: percentage,
  attainment: percentage,
  gap: whole,
};
export type RequirementAnswer = Of<typeof requirementAnswer>;
const requirementAnswer = fields(requirement);

const matrixRowFigures = fields({ ...requirement, at_risk: whole, overdue: whole });
export type MatrixRowFigures = Of<typeof matrixRowFigures>;

const matrixRow = fields({
  id,
  staff_code: text,
  first_name: text,
  last_name: text,
  last_active_day: orNull(day),
  figures: described(orNull(matrixRowFigures), 'null for a part of a matrix.'),
});
export type MatrixRowAnswer = Of<typeof matrixRow>;

const matrixColumnFigures = fields({
  heads: described(listOf(whole), 'People at level 0, 1, 2, 3, 4.'),
  qualified: whole,
  opening_qualified: orNull(whole),
  coverage: orNull(decimal),
  bus_factor: whole,
  at_risk: whole,
  trainers: whole,
  compliant: whole,
  required: whole,
  gap: described(whole, 'Sum of levels missing to reach the targets.'),
});
export type MatrixColumnFigures = Of<typeof matrixColumnFigures>;

const skillHead = {
  id,
  skill_code: text,
  name: text,
  skill_group: orNull(text),
  min_level: whole,
  required_headcount: orNull(whole),
  critical: flag,
};
const matrixColumn = fields({ ...skillHead, figures: orNull(matrixColumnFigures) });
export type MatrixColumnAnswer = Of<typeof matrixColumn>;

const matrixTotals = fields({
  staff: whole,
  closing: requirementAnswer,
  opening: orNull(requirementAnswer),
  gaps_opened: whole,
  gaps_closed: whole,
  overdue: whole,
  expiring: described(whole, 'Pairs that meet their target and fall below it within the warning period.'),
  uncovered: whole,
  single_points: whole,
  mean_coverage: orNull(decimal),
});
export type MatrixTotalsAnswer = Of<typeof matrixTotals>;

const bridge = fields({
  opening: whole,
  gains: whole,
  expiries: whole,
  downgrades: whole,
  revocations: whole,
  joiners: whole,
  leavers: whole,
  retargeted: whole,
  closing: whole,
});
export type BridgeAnswer = Of<typeof bridge>;

/** What every report begins with. */
export const head = {
  report: text,
  definition: reportHead,
  on: day,
  from: orNull(day),
  opening: orNull(day),
  forecast: flag,
};
const figures = {
  ...head,
  row_count: whole,
  column_count: whole,
  columns: listOf(matrixColumn),
  totals: described(orNull(matrixTotals), 'null for a part of a matrix; use skill-matrix/summary.'),
  bridge: orNull(bridge),
};

/** `reports/skill-matrix`, `-datewise` and `targeted-skills`. Row and column of a cell count from the answer's own beginning. */
export const matrixAnswer = fields({
  ...figures,
  rows: listOf(matrixRow),
  cell: described(listOf(text), 'Meaning of the numbers in a cell.'),
  cells: described(listOf(listOf(orNull(whole))), 'Sparse: empty cells are left out.'),
});
export type MatrixAnswer = Of<typeof matrixAnswer>;

/** One of the widest gaps: somebody who has less than they must. */
const gap = fields({
  staff_id: id,
  staff_code: text,
  first_name: text,
  last_name: text,
  skill_id: id,
  skill_code: text,
  skill_name: text,
  level: whole,
  target: whole,
  status,
  overdue: described(flag, 'Whether an assigned training of the skill is past its due date.'),
});
export type GapAnswer = Of<typeof gap>;

/**
 * `reports/skill-matrix/summary`, and what a matrix too large to be sent at once answers with `beyond=summary`: its
 * figures; the rows and cells are asked for part by part.
 */
export const matrixSummaryAnswer = fields({
  ...figures,
  gaps: described(listOf(gap), 'The ten largest gaps; among equal ones overdue first, then critical skills.'),
});
export type MatrixSummaryAnswer = Of<typeof matrixSummaryAnswer>;

/** @param report as it calls itself: by it the shapes of one address are told apart */
export const rowsAnswer = <const N extends string, R, T>(report: N, row: Answer<R>, totals: Answer<T>) =>
  fields({ ...head, report: oneOfWords([report]), rows: listOf(row), totals });
/** Any report whose rows are objects, as whoever shows all of them alike reads it. */
export interface RowsAnswer<R = Readonly<Record<string, unknown>>, T = Readonly<Record<string, number | null>>> {
  report: string;
  definition: ReportHead;
  on: string;
  from: string | null;
  opening: string | null;
  forecast: boolean;
  rows: readonly R[];
  totals: T;
}

/** `reports/skill-wise`: is each skill covered? */
export const skillsAnswer = rowsAnswer(
  'skill-wise',
  fields({
    ...skillHead,
    skill_id: id,
    level_0: whole,
    level_1: whole,
    level_2: whole,
    level_3: whole,
    level_4: whole,
    qualified: whole,
    opening_qualified: orNull(whole),
    change: whole,
    coverage: orNull(decimal),
    bus_factor: whole,
    trainers: whole,
    at_risk: whole,
  }),
  fields({ skills: whole, staff: whole, uncovered: whole, single_points: whole, mean_coverage: orNull(decimal) }),
);
export type SkillsAnswer = Of<typeof skillsAnswer>;

/** Whose and which: what every row of a person and a skill begins with. */
export const namesOfPair = {
  id: text,
  staff_id: id,
  staff_code: text,
  staff_name: text,
  skill_id: id,
  skill_code: text,
  skill_name: text,
};
const pair = {
  ...namesOfPair,
  opening_level: whole,
  level: whole,
  change: whole,
  target: orNull(whole),
  status,
  valid_until: described(
    orNull(day),
    'Last day of the continuous period at this level or higher; null: no end, or level 0.',
  ),
  cause: orNull(text),
};
/** `reports/skill-wise/holders`: who has the skill? */
export const holdersAnswer = rowsAnswer(
  'skill-holders',
  fields(pair),
  fields({
    holders: whole,
    qualified: whole,
    opening_qualified: orNull(whole),
    coverage: orNull(decimal),
    at_risk: whole,
    required: whole,
    compliant: whole,
    compliance: percentage,
  }),
);
export type HoldersAnswer = Of<typeof holdersAnswer>;
/** `reports/skill-wise/person`: what can this person do? */
export const skillsOfPersonAnswer = rowsAnswer(
  'skills-of-person',
  fields(pair),
  fields({ skills: whole, ...requirement }),
);

export type SkillsOfPersonAnswer = Of<typeof skillsOfPersonAnswer>;

/** `reports/targeted-skills/person`: what must this person have? */
export const targetsOfPersonAnswer = rowsAnswer(
  'targeted-skills',
  fields({
    ...pair,
    target: whole,
    gap: whole,
    due_on: orNull(day),
    overdue: flag,
    proof: orNull(text),
    suggested_training_id: orNull(id),
    suggested_training: orNull(text),
  }),
  fields({ ...requirement, overdue: whole, gaps_opened: whole, gaps_closed: whole }),
);

export type TargetsOfPersonAnswer = Of<typeof targetsOfPersonAnswer>;
