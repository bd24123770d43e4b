type ReportColumnKind =
  'text' | 'whole' | 'percent' | 'day' | 'instant' | 'level' | 'status' | 'choice' | 'minutes' | 'ref';

export interface ReportColumn {
  readonly name: string;
  readonly kind: ReportColumnKind;
  readonly resource?: string;
  /** Pixels. */
  readonly width?: number;
  /** 1: what the report is for; 3 leaves first where there is no room. */
  readonly priority?: 1 | 2 | 3;
}

/** A report whose answer has `rows` of objects; the admin's ReportTable shows them as they are. */
export interface ReportDefinition {
  readonly name: string;
  /** Below /api. */
  readonly path: string;
  readonly columns: readonly ReportColumn[];
  /** Query keys, in the order in which a filter bar offers them. */
  readonly filters: readonly {
    readonly name: string;
    readonly kind: 'day' | 'ref' | 'flag' | 'choice';
    readonly resource?: string;
    readonly choices?: readonly string[];
  }[];
  /** What the server sorts by, page by page; without it all rows are sent at once and sorted where they are shown. */
  readonly sorts?: readonly string[];
  readonly default_sort: readonly (readonly [string, 'asc' | 'desc'])[];
}

const day = (name: 'from' | 'to') => ({ name, kind: 'day' }) as const;
/** Without a first one: the day that the report is about. */
export const onDay = day('to');
export const staff = { name: 'staff_id', kind: 'ref', resource: 'staff' } as const;
export const skill = { name: 'skill_id', kind: 'ref', resource: 'skills' } as const;

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
  /** `overdue`: only what is overdue; the totals stay those of everybody. The dashboard's figure leads there. */
  filters: [day('from'), day('to'), staff, skill, { name: 'overdue', kind: 'flag' }],
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
  filters: [day('from'), day('to'), staff, skill],
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
  sorts: ['submitted_at', 'started_at', 'attempt_no', 'score', 'result', 'staff_code', 'staff_name', 'training_title'],
  default_sort: [['submitted_at', 'desc']],
};
