/** In order of precedence (reports.md §3); the place in this list is the number that stands for the status in a cell. */
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
