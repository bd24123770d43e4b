import type { CellStatus } from './skill-matrix';

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
  /** Levels missing to the targets, added up. */
  gap: number;
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
  /** Pairs that meet their target and fall below it within the days of warning. */
  expiring: number;
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

/** One of the widest gaps: somebody who has less than they must. */
export interface GapAnswer {
  staff_id: string;
  staff_code: string;
  first_name: string;
  last_name: string;
  skill_id: string;
  skill_code: string;
  skill_name: string;
  level: number;
  target: number;
  status: CellStatus;
  /** An assigned training of the skill is past its due day. */
  overdue: boolean;
}
/**
 * `reports/skill-matrix/summary`, and what a matrix too large to be sent at once answers with `beyond=summary`: its
 * figures; the rows and cells are asked for part by part.
 */
export type MatrixSummaryAnswer = Omit<MatrixAnswer, 'rows' | 'cells' | 'cell'> & {
  /** The ten widest; of equal ones the overdue first, then those of critical skills. */
  gaps: readonly GapAnswer[];
};

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
  /** The last day of the unbroken run on which the level is at least this; null for ever, or at level 0. */
  valid_until: string | null;
  /** What the level rests on at the end of that run, where it is not `evidence`. */
  carried_by: EvidenceTold | null;
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
