import type { MatrixColumn } from '@contract/report.responses';
import type { Bar } from '@/report-kit/charts/bars';

const BAR_LIMIT = 10;

/** Coverage is defined only for skills with a required headcount. See docs/skill-levels.md. */
export const isHeadcountSet = (columns: readonly MatrixColumn[]): boolean =>
  columns.some(({ figures }) => figures?.coverage != null);

/** Skills with fewer qualified staff than required, the least covered first. */
export function leastCoveredSkills(columns: readonly MatrixColumn[]): Bar[] {
  return columns
    .filter(({ figures }) => figures?.coverage != null && figures.coverage < 100)
    .toSorted((a, b) => (a.figures?.coverage ?? 0) - (b.figures?.coverage ?? 0))
    .slice(0, BAR_LIMIT)
    .map(({ name, figures, required_headcount }) => ({
      label: name,
      value: figures?.qualified ?? 0,
      mark: required_headcount,
      text: `${figures?.qualified ?? 0} / ${required_headcount ?? 0}`,
      tone: (figures?.coverage ?? 0) < 50 ? 'error' : 'warning',
    }));
}
