import type { TFunction } from 'i18next';
import { fullName } from '@contract/person-name';
import type { MatrixColumn, MatrixRow } from '@contract/report.responses';
import type { MatrixCell, MatrixHead, MatrixTotal } from '@/report-kit/matrix/matrix-types';
import type { MatrixReportCell } from './matrix-source';

/** Rows are sorted by last name, so the last name comes first. */
export const personLabel = (row: MatrixRow, t: TFunction): string =>
  row.first_name && row.last_name
    ? t('reports.matrix.person', { first_name: row.first_name, last_name: row.last_name })
    : fullName(row.first_name, row.last_name);

/** "38 people × 12 skills". */
export const cornerLabel = (
  t: TFunction,
  { row_count, column_count }: { row_count: number; column_count: number },
): string =>
  t('reports.matrix.corner', {
    people: t('reports.matrix.people', { count: row_count }),
    skills: t('reports.matrix.skills', { count: column_count }),
  });

export const rowHead =
  (t: TFunction) =>
  (row: MatrixRow): MatrixHead => ({ id: row.id, label: personLabel(row, t), note: row.staff_code });

export const columnHead =
  (t: TFunction) =>
  (column: MatrixColumn): MatrixHead => ({
    id: column.id,
    label: column.name,
    note: column.skill_code,
    group: column.skill_group ?? t('reports.matrix.no_group'),
  });

/** Default cell: level, target and status. */
export const toLevelCell = ({ level, target, status }: MatrixReportCell): MatrixCell => ({ level, target, status });

/** "Rao, Asha · Forklift: level 2 of 3, below target". */
export function describeCell(t: TFunction, row: MatrixHead, column: MatrixHead, cell: MatrixCell | undefined): string {
  const values = { staff: row.label, skill: column.label, level: cell?.level ?? 0, target: cell?.target ?? 0 };
  if (!cell || cell.status === 'NONE') return t('reports.matrix.nothing', values);
  const status = t(`kit.cell_status.${cell.status}`);
  const sentence = t(cell.target ? 'reports.matrix.of_target' : 'reports.matrix.plain', { ...values, status });
  if (cell.gap) return t('reports.matrix.short', { sentence, gap: cell.gap });
  if (!cell.change) return sentence;
  return t(`reports.matrix.${cell.change > 0 ? 'risen' : 'fallen'}`, { sentence, count: Math.abs(cell.change) });
}

/** Percent below which a figure is coloured as an error. */
const LOW_PERCENT = 50;

interface NumberFormatters {
  count: (value: number | null | undefined) => string;
  percent: (value: number | null | undefined) => string;
  exactPercent: (value: number | null | undefined) => string;
}

/** Compliance, gap, at risk (docs/skill-levels.md). */
export function rowTotals(row: MatrixRow, numbers: NumberFormatters): MatrixTotal[] | undefined {
  const { figures } = row;
  if (!figures) return undefined;
  const { compliance, gap, at_risk } = figures;
  return [
    {
      text: numbers.percent(compliance),
      title: `${numbers.exactPercent(compliance)} (${figures.compliant}/${figures.required})`,
      ...(compliance !== null &&
        (compliance >= 100 || compliance < LOW_PERCENT) && { tone: compliance >= 100 ? 'success' : 'error' }),
    },
    { text: numbers.count(gap) },
    { text: numbers.count(at_risk), ...(at_risk > 0 && { tone: 'warning' }) },
  ];
}

/**
 * Qualified, coverage, bus factor (docs/skill-levels.md).
 * @param isTeam leaves out the coverage, which is measured only over the whole customer
 */
export function columnTotals(
  column: MatrixColumn,
  numbers: NumberFormatters,
  isTeam: boolean,
): MatrixTotal[] | undefined {
  const { figures, required_headcount } = column;
  if (!figures) return undefined;
  const { qualified, coverage, bus_factor } = figures;
  return [
    {
      text: required_headcount === null ? numbers.count(qualified) : `${qualified}/${required_headcount}`,
    },
    ...(isTeam ? [] : [coverageTotal(coverage, numbers)]),
    {
      text: numbers.count(bus_factor),
      ...(bus_factor <= 1 && { tone: bus_factor === 0 ? 'error' : 'warning' }),
    },
  ];
}

const coverageTotal = (coverage: number | null, numbers: NumberFormatters): MatrixTotal => ({
  text: numbers.percent(coverage),
  ...(coverage !== null && coverage < 100 && { tone: coverage < LOW_PERCENT ? 'error' : 'warning' }),
});

/** Names of a row's totals, in the order of `rowTotals`. */
export const rowTotalHeads = (t: TFunction): string[] => [
  t('reports.totals.compliance'),
  t('reports.totals.gap'),
  t('reports.totals.at_risk'),
];

/** Names of a column's totals, in the order of `columnTotals`. */
export const columnTotalHeads = (t: TFunction, isTeam: boolean): string[] => [
  t('reports.totals.qualified'),
  ...(isTeam ? [] : [t('reports.totals.coverage')]),
  t('reports.totals.bus_factor'),
];
