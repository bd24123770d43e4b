import type { ScreenTexts } from '../exports/screen-texts';
import type { Cell, Column } from '../../common/documents/table';
import { visibleColumnPositions, visibleRowPositions, cellFilterFor, type MatrixReport } from './matrix-answer';
import type { MatrixBlock } from './matrix-block';
import { FigureSums } from './matrix-figures';
import type { MatrixFilter } from './matrix-filter';
import type { ReportPeriod } from './report-period';
import { STATUS_TINTS } from './report-document';

interface MatrixExportLayout {
  readonly report: MatrixReport;
  readonly filter: MatrixFilter;
  readonly period: ReportPeriod;
  /** Skills with the flags for a target column and a change column. `column`: column of the block. */
  readonly skills: readonly { column: number; target: boolean; change: boolean }[];
  /** PDF: one column per skill, `level / target`. */
  readonly isNarrow: boolean;
}

/**
 * Layout: one line per person, one column per skill, plus target and change columns where a shown person has a value.
 * An unknown level is empty, not 0.
 * @param isWhole the block is the whole matrix; otherwise all columns are included, since other blocks may need them
 */
export function buildMatrixLayout(
  first: MatrixBlock,
  isWhole: boolean,
  layout: Omit<MatrixExportLayout, 'skills'>,
): MatrixExportLayout {
  const { report, filter, period } = layout;
  const cellFilter = cellFilterFor(report, first, filter);
  const rows = visibleRowPositions(cellFilter, { period, block: first }, filter.leavers === true);
  const positions = isWhole ? visibleColumnPositions(cellFilter, first, rows) : null;
  const isInAnyRow = (predicate: (cell: number) => boolean) => (column: number) => {
    if (!isWhole) return true;
    for (let row = 0; row < first.staff.length; row++)
      if (rows[row]! >= 0 && predicate(row * first.columns + column)) return true;
    return false;
  };
  const hasTarget = isInAnyRow((cell) => first.target[cell]! > 0);
  const hasChange = isInAnyRow((cell) => first.level[cell] !== first.opening_level[cell]);
  const skills = first.skills.flatMap((_, column) =>
    positions && positions[column]! < 0
      ? []
      : [{ column, target: hasTarget(column), change: first.has_opening && hasChange(column) }],
  );
  return { ...layout, skills };
}

export function matrixColumns(
  first: MatrixBlock,
  { skills, isNarrow }: MatrixExportLayout,
  texts: ScreenTexts,
): Column[] {
  const textColumn = (head: string, width: number): Column => ({ head, kind: 'text', width });
  const code = (column: number) => first.skills[column]!.skill_code;
  return [
    textColumn(texts.get('reports.columns.staff_code'), 14),
    textColumn(texts.get('reports.export.last_name'), 20),
    textColumn(texts.get('reports.export.first_name'), 20),
    ...skills.flatMap(({ column, target, change }): Column[] =>
      isNarrow
        ? [{ head: code(column), kind: 'text', width: 9 }]
        : [
            { head: code(column), kind: 'number', width: 10 },
            ...(target
              ? [
                  {
                    head: texts.get('reports.export.target', { code: code(column) }),
                    kind: 'number',
                    width: 10,
                  } as const,
                ]
              : []),
            ...(change
              ? [
                  {
                    head: texts.get('reports.export.change', { code: code(column) }),
                    kind: 'number',
                    width: 10,
                  } as const,
                ]
              : []),
          ],
    ),
    { head: texts.get('reports.totals.compliance'), kind: 'percent', width: 12 },
    { head: texts.get('reports.totals.gap'), kind: 'number', width: 9 },
    { head: texts.get('reports.totals.at_risk'), kind: 'number', width: 9 },
  ];
}

/** Lines per batch; the event loop runs in between. */
const LINES_PER_BATCH = 16;

/** The shown rows of a block, and a function that builds the line of a row. */
export async function matrixLines(block: MatrixBlock, layout: MatrixExportLayout) {
  const { report, filter, period } = layout;
  const sums = new FigureSums();
  await sums.add(block, period.to, block.has_opening ? period.opening : undefined);
  const figures = sums.figures.rows;
  const cellFilter = cellFilterFor(report, block, filter);
  const positions = visibleRowPositions(cellFilter, { period, block }, filter.leavers === true);
  const line = (row: number): Cell[] => {
    const staff = block.staff[row]!;
    const { compliance = null, gap = null, at_risk = null } = figures[row] ?? {};
    const cells = layout.skills.flatMap((skill) => skillCells(block, row, skill, layout, cellFilter));
    return [staff.staff_code, staff.last_name, staff.first_name, ...cells, compliance, gap, at_risk];
  };
  return { rows: block.staff.map((_, row) => row).filter((row) => positions[row]! >= 0), line };
}

export async function* batchLines(line: (row: number) => Cell[], rows: readonly number[]): AsyncGenerator<Cell[][]> {
  for (let from = 0; from < rows.length; from += LINES_PER_BATCH)
    yield rows.slice(from, from + LINES_PER_BATCH).map(line);
}

function skillCells(
  block: MatrixBlock,
  row: number,
  { column, target, change }: MatrixExportLayout['skills'][number],
  { isNarrow }: MatrixExportLayout,
  cellFilter: ReturnType<typeof cellFilterFor>,
): Cell[] {
  const cell = row * block.columns + column;
  const status = block.statusAt(cell);
  const openingLevel = block.has_opening ? block.opening_level[cell]! : 0;
  const isShown = (!cellFilter || cellFilter(cell)) && (status !== 'NONE' || openingLevel !== 0);
  const level = isShown ? block.level[cell]! : null;
  const required = isShown ? block.target[cell]! || null : null;
  const tint = isShown ? STATUS_TINTS[status] : undefined;
  const withTint = (value: string | number | null): Cell => (tint ? { value, tint } : value);
  if (isNarrow) return [withTint(level === null ? null : required === null ? String(level) : `${level} / ${required}`)];
  return [
    withTint(level),
    ...(target ? [required] : []),
    ...(change ? [isShown ? level! - openingLevel || null : null] : []),
  ];
}
