type ReportColumnKind =
  'text' | 'whole' | 'percent' | 'day' | 'instant' | 'level' | 'status' | 'choice' | 'minutes' | 'ref';

export interface ReportColumn {
  readonly name: string;
  readonly kind: ReportColumnKind;
  readonly resource?: string;
  /** Pixels. */
  readonly width?: number;
  /** 1: most important; 3: hidden first on narrow screens. */
  readonly priority?: 1 | 2 | 3;
}

/** A report whose response has `rows` of objects, shown by the admin's ReportTable. */
export interface ReportDefinition {
  readonly name: string;
  /** Below /api. */
  readonly path: string;
  readonly columns: readonly ReportColumn[];
  /** Query parameters in the order of the filter bar. */
  readonly filters: readonly {
    readonly name: string;
    readonly kind: 'day' | 'ref' | 'flag' | 'choice';
    readonly resource?: string;
    readonly choices?: readonly string[];
  }[];
  /** Server-side sort fields, for paged reports; otherwise all rows are sent at once and sorted in the browser. */
  readonly sorts?: readonly string[];
  readonly default_sort: readonly (readonly [string, 'asc' | 'desc'])[];
}

const dayFilter = (name: 'from' | 'to') => ({ name, kind: 'day' }) as const;
/** Single day the report is about. */
export const onDayFilter = dayFilter('to');
export const staffFilter = { name: 'staff_id', kind: 'ref', resource: 'staff' } as const;
export const skillFilter = { name: 'skill_id', kind: 'ref', resource: 'skills' } as const;

/** Numbers of a matrix cell, in this order; `status` is an index into CELL_STATUSES. Cells with NONE are omitted. */
export const MATRIX_CELL = ['row', 'column', 'level', 'target', 'status'] as const;
/** Datewise: closing level, change since the opening, and number of ledger events in the period. */
export const MATRIX_DATEWISE_CELL = ['row', 'column', 'level', 'target', 'status', 'change', 'events'] as const;
/** Targeted: only pairs with a target. `overdue` 1: an assigned training of the skill is past its due date. */
export const MATRIX_TARGETED_CELL = ['row', 'column', 'level', 'target', 'status', 'opening_level', 'overdue'] as const;

/** All Skil Matrix Report: levels on one day. */
export const skillMatrixReport = {
  name: 'skill-matrix',
  path: 'reports/skill-matrix',
  cell: MATRIX_CELL,
  filters: [dayFilter('to'), staffFilter, skillFilter],
} as const;

/** … Datewise: changes between two days. */
export const skillMatrixDatewiseReport = {
  name: 'skill-matrix-datewise',
  path: 'reports/skill-matrix-datewise',
  cell: MATRIX_DATEWISE_CELL,
  filters: [dayFilter('from'), dayFilter('to'), staffFilter, skillFilter, { name: 'leavers', kind: 'flag' }],
} as const;

/** Targeted Skils Matrix Report: missing required skills. With a person, `rows` as in `targetedSkillsOfPerson`. */
export const targetedSkillsReport = {
  name: 'targeted-skills',
  path: 'reports/targeted-skills',
  cell: MATRIX_TARGETED_CELL,
  /** `overdue`: only overdue pairs; the totals still cover everyone. Linked from the dashboard. */
  filters: [dayFilter('from'), dayFilter('to'), staffFilter, skillFilter, { name: 'overdue', kind: 'flag' }],
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
  filters: [dayFilter('from'), dayFilter('to'), staffFilter, skillFilter],
  default_sort: [['gap', 'desc']],
};

/** Skils Wise Matrix Report: coverage of each skill. */
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
  filters: [dayFilter('from'), dayFilter('to'), staffFilter, skillFilter],
  default_sort: [
    ['coverage', 'asc'],
    ['bus_factor', 'asc'],
  ],
};

/** … with a skill: people who have it. */
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

/** … with a person: the person's skills. */
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

/** Quiz Report: attempts and their scores. */
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
    dayFilter('from'),
    dayFilter('to'),
    staffFilter,
    { name: 'training_id', kind: 'ref', resource: 'trainings' },
    { name: 'attempts', kind: 'choice', choices: ['all', 'latest', 'best'] },
  ],
  sorts: ['submitted_at', 'started_at', 'attempt_no', 'score', 'result', 'staff_code', 'staff_name', 'training_title'],
  default_sort: [['submitted_at', 'desc']],
};
