import type { CellStatus } from './skill-matrix';

export type ReportColumnKind =
  'text' | 'whole' | 'percent' | 'day' | 'instant' | 'level' | 'status' | 'choice' | 'minutes' | 'ref';

/** A report whose answer has `rows` of objects; the admin's ReportTable shows them as they are. */
export interface ReportDefinition {
  readonly name: string;
  /** Below /api. */
  readonly path: string;
  readonly columns: readonly { readonly name: string; readonly kind: ReportColumnKind; readonly resource?: string }[];
  /** Query keys, in the order in which a filter bar offers them. */
  readonly filters: readonly {
    readonly name: string;
    readonly kind: 'day' | 'ref' | 'flag' | 'choice';
    readonly resource?: string;
    readonly choices?: readonly string[];
  }[];
  readonly default_sort: readonly (readonly [string, 'asc' | 'desc'])[];
}

const day = (name: 'from' | 'to') => ({ name, kind: 'day' }) as const;
const staff = { name: 'staff_id', kind: 'ref', resource: 'staff' } as const;
const skill = { name: 'skill_id', kind: 'ref', resource: 'skills' } as const;

/** What each cell of a matrix tells, in this order; `status` is the place in CELL_STATUSES. Cells of NONE are left out. */
export const MATRIX_CELL = ['row', 'column', 'level', 'target', 'status'] as const;
/** Datewise: closing level, change from the opening, and what entered the ledger in between. */
export const MATRIX_DATEWISE_CELL = ['row', 'column', 'level', 'target', 'status', 'change', 'events'] as const;
/** Targeted: the pairs that must be. `overdue` 1: an assigned training of the skill is past its due day. */
export const MATRIX_TARGETED_CELL = ['row', 'column', 'level', 'target', 'status', 'opening_level', 'overdue'] as const;

/** All Skil Matrix Report: who can do what today? */
export const skillMatrixReport = {
  name: 'skill-matrix',
  path: 'reports/skill-matrix',
  cell: MATRIX_CELL,
  filters: [day('to'), staff, skill],
} as const;

/** … Datewise: what changed between two dates? */
export const skillMatrixDatewiseReport = {
  name: 'skill-matrix-datewise',
  path: 'reports/skill-matrix-datewise',
  cell: MATRIX_DATEWISE_CELL,
  filters: [day('from'), day('to'), staff, skill, { name: 'leavers', kind: 'flag' }],
} as const;

/** Targeted Skils Matrix Report: who misses what they must have? With a person, `rows` as in `targetedSkillsOfPerson`. */
export const targetedSkillsReport = {
  name: 'targeted-skills',
  path: 'reports/targeted-skills',
  cell: MATRIX_TARGETED_CELL,
  filters: [day('from'), day('to'), staff, skill],
} as const;

export const targetedSkillsOfPerson: ReportDefinition = {
  name: 'targeted-skills-of-person',
  path: 'reports/targeted-skills',
  columns: [
    { name: 'skill_code', kind: 'text' },
    { name: 'skill_name', kind: 'text' },
    { name: 'target', kind: 'level' },
    { name: 'opening_level', kind: 'level' },
    { name: 'level', kind: 'level' },
    { name: 'gap', kind: 'whole' },
    { name: 'status', kind: 'status' },
    { name: 'due_on', kind: 'day' },
    { name: 'valid_until', kind: 'day' },
    { name: 'proof', kind: 'choice' },
    { name: 'suggested_training', kind: 'text' },
  ],
  filters: targetedSkillsReport.filters,
  default_sort: [['gap', 'desc']],
};

/** Skils Wise Matrix Report: is each skill covered? */
export const skillWiseReport: ReportDefinition = {
  name: 'skill-wise',
  path: 'reports/skill-wise',
  columns: [
    { name: 'skill_code', kind: 'text' },
    { name: 'name', kind: 'text' },
    { name: 'skill_group', kind: 'text' },
    { name: 'level_0', kind: 'whole' },
    { name: 'level_1', kind: 'whole' },
    { name: 'level_2', kind: 'whole' },
    { name: 'level_3', kind: 'whole' },
    { name: 'level_4', kind: 'whole' },
    { name: 'qualified', kind: 'whole' },
    { name: 'required_headcount', kind: 'whole' },
    { name: 'coverage', kind: 'percent' },
    { name: 'bus_factor', kind: 'whole' },
    { name: 'trainers', kind: 'whole' },
    { name: 'at_risk', kind: 'whole' },
    { name: 'opening_qualified', kind: 'whole' },
    { name: 'change', kind: 'whole' },
  ],
  filters: [day('from'), day('to'), staff, skill],
  default_sort: [
    ['coverage', 'asc'],
    ['bus_factor', 'asc'],
  ],
};

/** … with a skill: its holders. */
export const skillHoldersReport: ReportDefinition = {
  name: 'skill-holders',
  path: 'reports/skill-wise',
  columns: [
    { name: 'staff_code', kind: 'text' },
    { name: 'staff_name', kind: 'text' },
    { name: 'opening_level', kind: 'level' },
    { name: 'level', kind: 'level' },
    { name: 'change', kind: 'whole' },
    { name: 'target', kind: 'level' },
    { name: 'status', kind: 'status' },
    { name: 'valid_until', kind: 'day' },
  ],
  filters: skillWiseReport.filters,
  default_sort: [['level', 'desc']],
};

/** … with a person: their skills. */
export const skillsOfPersonReport: ReportDefinition = {
  ...skillHoldersReport,
  name: 'skills-of-person',
  columns: [
    { name: 'skill_code', kind: 'text' },
    { name: 'skill_name', kind: 'text' },
    ...skillHoldersReport.columns.slice(2),
  ],
};

/** … with both: the evidence trail. */
export const evidenceTrailReport: ReportDefinition = {
  name: 'evidence-trail',
  path: 'reports/skill-wise',
  columns: [
    { name: 'effective_date', kind: 'day' },
    { name: 'kind', kind: 'choice' },
    { name: 'level', kind: 'level' },
    { name: 'valid_until', kind: 'day' },
    { name: 'state', kind: 'choice' },
    { name: 'training_title', kind: 'text' },
    { name: 'attempt_no', kind: 'whole' },
    { name: 'score', kind: 'percent' },
    { name: 'recorded_by', kind: 'text' },
    { name: 'note', kind: 'text' },
  ],
  filters: skillWiseReport.filters,
  default_sort: [['effective_date', 'desc']],
};

/** Quiz Report: who took what, how well? */
export const quizReport: ReportDefinition = {
  name: 'quiz',
  path: 'reports/quiz',
  columns: [
    { name: 'staff_code', kind: 'text' },
    { name: 'staff_name', kind: 'text' },
    { name: 'training_title', kind: 'text' },
    { name: 'category', kind: 'text' },
    { name: 'attempt_no', kind: 'whole' },
    { name: 'started_at', kind: 'instant' },
    { name: 'submitted_at', kind: 'instant' },
    { name: 'duration_seconds', kind: 'whole' },
    { name: 'correct', kind: 'whole' },
    { name: 'total', kind: 'whole' },
    { name: 'score', kind: 'percent' },
    { name: 'pass_mark', kind: 'whole' },
    { name: 'result', kind: 'choice' },
    { name: 'video_percent', kind: 'percent' },
    { name: 'skills_granted', kind: 'text' },
    { name: 'valid_until', kind: 'day' },
  ],
  filters: [
    day('from'),
    day('to'),
    staff,
    { name: 'training_id', kind: 'ref', resource: 'trainings' },
    { name: 'attempts', kind: 'choice', choices: ['all', 'latest', 'best'] },
  ],
  default_sort: [['submitted_at', 'desc']],
};

/** What the answer of a report says about itself: shown below it and printed with it. `text` is English. */
export interface ReportSaid {
  code: string;
  facts: Readonly<Record<string, string | number | boolean | null>>;
  text: string;
}

export interface RequirementAnswer {
  required: number;
  compliant: number;
  /** Percent with two decimals; null is "–": nothing is required. */
  compliance: number | null;
  attainment: number | null;
  gap: number;
}
export interface MatrixRowFigures extends RequirementAnswer {
  at_risk: number;
  overdue: number;
}
export interface MatrixRowAnswer {
  id: string;
  staff_code: string;
  first_name: string;
  last_name: string;
  last_active_day: string | null;
  /** null in a part of a matrix. */
  figures: MatrixRowFigures | null;
}
export interface MatrixColumnFigures {
  /** Heads at level 0, 1, 2, 3, 4. */
  heads: readonly number[];
  qualified: number;
  opening_qualified: number | null;
  coverage: number | null;
  bus_factor: number;
  at_risk: number;
  trainers: number;
  compliant: number;
  required: number;
}
export interface MatrixColumnAnswer {
  id: string;
  skill_code: string;
  name: string;
  skill_group: string | null;
  min_level: number;
  required_headcount: number | null;
  critical: boolean;
  figures: MatrixColumnFigures | null;
}
export interface MatrixTotalsAnswer {
  staff: number;
  closing: RequirementAnswer;
  opening: RequirementAnswer | null;
  gaps_opened: number;
  gaps_closed: number;
  overdue: number;
  uncovered: number;
  single_points: number;
  mean_coverage: number | null;
}
export interface BridgeAnswer {
  opening: number;
  gains: number;
  expiries: number;
  downgrades: number;
  revocations: number;
  joiners: number;
  leavers: number;
  retargeted: number;
  closing: number;
}

/** `reports/skill-matrix`, `-datewise` and `targeted-skills`. Row and column of a cell count from the answer's own beginning. */
export interface MatrixAnswer {
  report: string;
  definition: ReportSaid;
  on: string;
  from: string | null;
  opening: string | null;
  forecast: boolean;
  row_count: number;
  column_count: number;
  rows: readonly MatrixRowAnswer[];
  columns: readonly MatrixColumnAnswer[];
  /** What the numbers of a cell are. */
  cell: readonly string[];
  cells: readonly (readonly (number | null)[])[];
  /** null in a part of a matrix: ask `reports/skill-matrix/summary`. Then rows and columns carry no figures either. */
  totals: MatrixTotalsAnswer | null;
  bridge: BridgeAnswer | null;
}

/** Answer of the reports whose rows are objects. */
export interface RowsAnswer<R = Readonly<Record<string, unknown>>> {
  report: string;
  definition: ReportSaid;
  on: string;
  from: string | null;
  opening: string | null;
  forecast: boolean;
  rows: readonly R[];
  totals: Readonly<Record<string, number | null>>;
}

/** `reports/explain`. `text` is the English sentence; `parts` are what the admin words. */
export interface ExplainAnswer {
  on: string;
  staff_id: string;
  skill_id: string;
  level: number;
  held_level: number;
  target: number | null;
  target_source: 'personal' | 'role' | null;
  exempt: boolean;
  status: CellStatus;
  cause: string | null;
  text: string;
  parts: readonly { code: string; facts: Readonly<Record<string, string | number | null>> }[];
  evidence: EvidenceTold | null;
  capped_by: EvidenceTold | null;
  capped: readonly EvidenceTold[];
  lapsed: readonly EvidenceTold[];
  pending: readonly EvidenceTold[];
  revocation: { revocation_id: string; from_date: string; to_date: string | null; reason: string } | null;
  exemption: { exemption_id: string; from_date: string; to_date: string | null; reason: string } | null;
  falls: { on: string; level: number; cause: string } | null;
  trail: readonly EvidenceTold[];
}
export interface EvidenceTold {
  evidence_id: string;
  kind: string;
  level: number;
  effective_date: string;
  valid_until: string | null;
  state: string;
  note: string | null;
  training_id: string | null;
  training_title: string | null;
  attempt_id: string | null;
  attempt_no: number | null;
  score: number | null;
  /** Who assessed or recorded it; null: the system. */
  recorded_by: string | null;
  recorded_at: string;
}
