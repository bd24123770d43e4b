/** Tones of a status; each has a colour and a glyph, so that no information is in the colour alone. */
export type Tone = 'success' | 'info' | 'warning' | 'error' | 'neutral';

/** Tone by status value, for all resources. Other values are shown as plain text. */
const TONES: Readonly<Record<string, Tone>> = {
  active: 'success',
  published: 'success',
  completed: 'success',
  approved: 'success',
  passed: 'success',
  issued: 'success',
  held: 'success',
  booked: 'success',
  attended: 'success',
  open: 'info',
  planned: 'info',
  invited: 'info',
  trial: 'info',
  assigned: 'info',
  in_progress: 'info',
  pending: 'warning',
  waiting: 'warning',
  suspended: 'warning',
  expiring: 'warning',
  grace: 'warning',
  overdue: 'error',
  expired: 'error',
  failed: 'error',
  rejected: 'error',
  voided: 'error',
  revoked: 'error',
  absent: 'error',
  closed: 'neutral',
  cancelled: 'neutral',
  draft: 'neutral',
  archived: 'neutral',
  left: 'neutral',
  anonymised: 'neutral',
  removed: 'neutral',
  superseded: 'neutral',
};

export const statusTone = (status: string): Tone | undefined => TONES[status];

export const TONE_GLYPHS: Readonly<Record<Tone, string>> = {
  success: '✓',
  info: '●',
  warning: '!',
  error: '×',
  neutral: '–',
};

/** Status values of a matrix cell (docs/skill-levels.md). */
export const CELL_STATUSES = [
  'MET',
  'EXCEEDS',
  'EXPIRING',
  'EXPIRED',
  'BELOW',
  'MISSING',
  'EXTRA',
  'REVOKED',
  'NA',
  'NONE',
] as const;
export type CellStatus = (typeof CELL_STATUSES)[number];

export const CELL_LOOK: Readonly<Record<CellStatus, { tone: Tone; glyph: string }>> = {
  MET: { tone: 'success', glyph: '✓' },
  EXCEEDS: { tone: 'success', glyph: '▲' },
  EXPIRING: { tone: 'warning', glyph: '!' },
  EXPIRED: { tone: 'error', glyph: '×' },
  BELOW: { tone: 'error', glyph: '▼' },
  MISSING: { tone: 'error', glyph: '○' },
  EXTRA: { tone: 'info', glyph: '+' },
  REVOKED: { tone: 'error', glyph: '⊘' },
  NA: { tone: 'neutral', glyph: '–' },
  NONE: { tone: 'neutral', glyph: '' },
};
