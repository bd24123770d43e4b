/** In order of precedence (docs/skill-levels.md). The index is the status number in a matrix cell: never reorder. */
export const CELL_STATUSES = [
  'NA',
  'REVOKED',
  'EXPIRING',
  'MET',
  'EXCEEDS',
  'EXPIRED',
  'BELOW',
  'MISSING',
  'EXTRA',
  'NONE',
] as const;
export type CellStatus = (typeof CELL_STATUSES)[number];
