import type { MatrixColumnAnswer } from '@contract/report-answers';
import type { Bar } from '@/report-kit/charts/bars';

const SHOWN = 10;

/** Somebody said of a skill how many must have it: without that nothing can be covered. Pure. */
export const isHeadcountSet = (columns: readonly MatrixColumnAnswer[]): boolean =>
  columns.some(({ figures }) => figures?.coverage != null);

/** Skills with fewer qualified people than are needed, the least covered first. Pure. */
export function leastCovered(columns: readonly MatrixColumnAnswer[]): Bar[] {
  return columns
    .filter(({ figures }) => figures?.coverage != null && figures.coverage < 100)
    .toSorted((a, b) => (a.figures?.coverage ?? 0) - (b.figures?.coverage ?? 0))
    .slice(0, SHOWN)
    .map(({ name, figures, required_headcount }) => ({
      label: name,
      value: figures?.qualified ?? 0,
      mark: required_headcount,
      text: `${figures?.qualified ?? 0} / ${required_headcount ?? 0}`,
      tone: (figures?.coverage ?? 0) < 50 ? 'error' : 'warning',
    }));
}
