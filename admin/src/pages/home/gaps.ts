import type { MatrixColumnAnswer, MatrixRowAnswer } from '@contract/report-answers';
import type { Bar } from '../../reports/charts/bars';
import type { MatrixSource, ReadCell } from '../../reports/matrix/source';

const SHOWN = 10;

export interface GapShown {
  readonly cell: ReadCell;
  readonly staff: MatrixRowAnswer;
  readonly skill: MatrixColumnAnswer;
}

/** The pairs that miss most levels; of equal ones the overdue, then the critical skills first. Pure. */
export function largestGaps({ whole }: MatrixSource): GapShown[] {
  if (!whole) return [];
  return whole.cells
    .flatMap((cell): GapShown[] => {
      const staff = whole.rows[cell.row];
      const skill = whole.columns[cell.column];
      return staff && skill && cell.target !== null && cell.level < cell.target ? [{ cell, staff, skill }] : [];
    })
    .toSorted(
      (a, b) =>
        gap(b.cell) - gap(a.cell) ||
        Number(b.cell.overdue) - Number(a.cell.overdue) ||
        Number(b.skill.critical) - Number(a.skill.critical),
    )
    .slice(0, SHOWN);
}

const gap = ({ level, target }: ReadCell): number => (target ?? 0) - level;

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
