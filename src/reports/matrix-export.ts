import type { ScreenWords } from '../exports/screen-words';
import type { Cell, Column } from '../platform/documents/table';
import { shownColumns, shownRows, wantedIn, type MatrixReport } from './matrix-answer';
import type { MatrixBlock } from './matrix-block';
import { FigureSums } from './matrix-figures';
import type { MatrixFilter } from './matrix-filter';
import type { ReportPeriod } from './report-period';
import { STATUS_TINTS } from './export-words';

interface Shape {
  readonly report: MatrixReport;
  readonly filter: MatrixFilter;
  readonly period: ReportPeriod;
  /** Which skills, and which of them have a target or a change of anybody beside the level. */
  readonly skills: readonly { at: number; target: boolean; change: boolean }[];
  /** One column a skill, `level / target`: a page is narrow. */
  readonly isNarrow: boolean;
}

/**
 * A person a line, a skill a column; beside it its target and its change where anybody has one. Levels are numbers, and what is
 * not known stays empty: it is not 0.
 * @param isWhole the block is the whole matrix; of a part of it nobody knows what the others have
 */
export function matrixShape(first: MatrixBlock, isWhole: boolean, shape: Omit<Shape, 'skills'>): Shape {
  const { report, filter, period } = shape;
  const wanted = wantedIn(report, first, filter);
  const rows = shownRows(wanted, { period, block: first }, filter.leavers === true);
  const places = isWhole ? shownColumns(wanted, first, rows) : null;
  const anyOf = (is: (cell: number) => boolean) => (at: number) => {
    if (!isWhole) return true;
    for (let row = 0; row < first.staff.length; row++) if (rows[row]! >= 0 && is(row * first.columns + at)) return true;
    return false;
  };
  const hasTarget = anyOf((cell) => first.target[cell]! > 0);
  const hasChange = anyOf((cell) => first.level[cell] !== first.opening_level[cell]);
  const skills = first.skills.flatMap((_, at) =>
    places && places[at]! < 0 ? [] : [{ at, target: hasTarget(at), change: first.has_opening && hasChange(at) }],
  );
  return { ...shape, skills };
}

export function matrixColumns(first: MatrixBlock, { skills, isNarrow }: Shape, words: ScreenWords): Column[] {
  const named = (head: string, width: number): Column => ({ head, kind: 'text', width });
  const code = (at: number) => first.skills[at]!.skill_code;
  return [
    named(words.call('reports.columns.staff_code'), 14),
    named(words.call('reports.export.last_name'), 20),
    named(words.call('reports.export.first_name'), 20),
    ...skills.flatMap(({ at, target, change }): Column[] =>
      isNarrow
        ? [{ head: code(at), kind: 'text', width: 9 }]
        : [
            { head: code(at), kind: 'number', width: 10 },
            ...(target
              ? [{ head: words.call('reports.export.target', { code: code(at) }), kind: 'number', width: 10 } as const]
              : []),
            ...(change
              ? [{ head: words.call('reports.export.change', { code: code(at) }), kind: 'number', width: 10 } as const]
              : []),
          ],
    ),
    { head: words.call('reports.totals.compliance'), kind: 'percent', width: 12 },
    { head: words.call('reports.totals.gap'), kind: 'number', width: 9 },
    { head: words.call('reports.totals.at_risk'), kind: 'number', width: 9 },
  ];
}

/** People between two turns of whoever else waits. */
const ROWS_AT_ONCE = 16;

/** What of a block is shown, added up once: its people's places in it, and the cells of one of them. */
export async function matrixLines(block: MatrixBlock, shape: Shape) {
  const { report, filter, period } = shape;
  const sums = new FigureSums();
  await sums.add(block, period.to, block.has_opening ? period.opening : undefined);
  const figures = sums.figures.rows;
  const wanted = wantedIn(report, block, filter);
  const places = shownRows(wanted, { period, block }, filter.leavers === true);
  const line = (row: number): Cell[] => {
    const staff = block.staff[row]!;
    const { compliance = null, gap = null, at_risk = null } = figures[row] ?? {};
    const cells = shape.skills.flatMap((skill) => skillCells(block, row, skill, shape, wanted));
    return [staff.staff_code, staff.last_name, staff.first_name, ...cells, compliance, gap, at_risk];
  };
  return { rows: block.staff.map((_, row) => row).filter((row) => places[row]! >= 0), line };
}

export async function* linesOf(line: (row: number) => Cell[], rows: readonly number[]): AsyncGenerator<Cell[][]> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) yield rows.slice(from, from + ROWS_AT_ONCE).map(line);
}

function skillCells(
  block: MatrixBlock,
  row: number,
  { at, target, change }: Shape['skills'][number],
  { isNarrow }: Shape,
  wanted: ReturnType<typeof wantedIn>,
): Cell[] {
  const cell = row * block.columns + at;
  const status = block.statusAt(cell);
  const was = block.has_opening ? block.opening_level[cell]! : 0;
  const isShown = (!wanted || wanted(cell)) && (status !== 'NONE' || was !== 0);
  const level = isShown ? block.level[cell]! : null;
  const required = isShown ? block.target[cell]! || null : null;
  const tint = isShown ? STATUS_TINTS[status] : undefined;
  const painted = (value: string | number | null): Cell => (tint ? { value, tint } : value);
  if (isNarrow) return [painted(level === null ? null : required === null ? String(level) : `${level} / ${required}`)];
  return [painted(level), ...(target ? [required] : []), ...(change ? [isShown ? level! - was || null : null] : [])];
}
