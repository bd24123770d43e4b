import type { TFunction } from 'i18next';
import { fullName } from '@contract/person-name';
import type { MatrixColumnAnswer, MatrixRowAnswer } from '@contract/report-answers';
import type { MatrixCell, MatrixHead, MatrixTotal } from '@/report-kit/matrix/matrix-types';
import type { ReadCell } from './source';

/** Sorted by last name, so the last name comes first. */
export const personOf = (row: MatrixRowAnswer, t: TFunction): string =>
  row.first_name && row.last_name
    ? t('reports.matrix.person', { first_name: row.first_name, last_name: row.last_name })
    : fullName(row.first_name, row.last_name);

/** "38 people × 12 skills". */
export const cornerOf = (
  t: TFunction,
  { row_count, column_count }: { row_count: number; column_count: number },
): string =>
  t('reports.matrix.corner', {
    people: t('reports.matrix.people', { count: row_count }),
    skills: t('reports.matrix.skills', { count: column_count }),
  });

export const rowHead =
  (t: TFunction) =>
  (row: MatrixRowAnswer): MatrixHead => ({ id: row.id, label: personOf(row, t), note: row.staff_code });

export const columnHead =
  (t: TFunction) =>
  (column: MatrixColumnAnswer): MatrixHead => ({
    id: column.id,
    label: column.name,
    note: column.skill_code,
    group: column.skill_group ?? t('reports.matrix.no_group'),
  });

/** Level and status; the report's own text comes on top. */
export const plainCell = ({ level, target, status }: ReadCell): MatrixCell => ({ level, target, status });

/** "Rao, Asha · Forklift: level 2 of 3, below target". The grid's cells carry all it needs: nothing is fetched. */
export function sentenceOf(t: TFunction, row: MatrixHead, column: MatrixHead, cell: MatrixCell | undefined): string {
  const facts = { staff: row.label, skill: column.label, level: cell?.level ?? 0, target: cell?.target ?? 0 };
  if (!cell || cell.status === 'NONE') return t('reports.matrix.nothing', facts);
  const status = t(`kit.cell_status.${cell.status}`);
  const sentence = t(cell.target ? 'reports.matrix.of_target' : 'reports.matrix.plain', { ...facts, status });
  if (cell.gap) return t('reports.matrix.short', { sentence, gap: cell.gap });
  if (!cell.change) return sentence;
  return t(`reports.matrix.${cell.change > 0 ? 'risen' : 'fallen'}`, { sentence, count: Math.abs(cell.change) });
}

/** Percent: below it a figure is coloured as a warning sign; in between it stands plain, or every line would shout. */
const LOW = 50;

interface Numbers {
  count: (value: number | null | undefined) => string;
  percent: (value: number | null | undefined) => string;
  exactPercent: (value: number | null | undefined) => string;
}

/** compliance, gap, at risk (reports.md §4, Totals of a row). */
export function rowTotals(row: MatrixRowAnswer, numbers: Numbers): MatrixTotal[] | undefined {
  const { figures } = row;
  if (!figures) return undefined;
  const { compliance, gap, at_risk } = figures;
  return [
    {
      text: numbers.percent(compliance),
      title: `${numbers.exactPercent(compliance)} (${figures.compliant}/${figures.required})`,
      ...(compliance !== null &&
        (compliance >= 100 || compliance < LOW) && { tone: compliance >= 100 ? 'success' : 'error' }),
    },
    { text: numbers.count(gap) },
    { text: numbers.count(at_risk), ...(at_risk > 0 && { tone: 'warning' }) },
  ];
}

/**
 * qualified, coverage, bus factor (reports.md §4, Totals of a column).
 * @param ofTeam without the coverage, which is measured for the whole organisation only
 */
export function columnTotals(column: MatrixColumnAnswer, numbers: Numbers, ofTeam: boolean): MatrixTotal[] | undefined {
  const { figures, required_headcount } = column;
  if (!figures) return undefined;
  const { qualified, coverage, bus_factor } = figures;
  return [
    {
      text: required_headcount === null ? numbers.count(qualified) : `${qualified}/${required_headcount}`,
    },
    ...(ofTeam ? [] : [coverageTotal(coverage, numbers)]),
    {
      text: numbers.count(bus_factor),
      ...(bus_factor <= 1 && { tone: bus_factor === 0 ? 'error' : 'warning' }),
    },
  ];
}

const coverageTotal = (coverage: number | null, numbers: Numbers): MatrixTotal => ({
  text: numbers.percent(coverage),
  ...(coverage !== null && coverage < 100 && { tone: coverage < LOW ? 'error' : 'warning' }),
});

/** Names of the totals of a row. */
export const rowTotalHeads = (t: TFunction): string[] => [
  t('reports.totals.compliance'),
  t('reports.totals.gap'),
  t('reports.totals.at_risk'),
];

/** Names of the totals of a column, in the order of `columnTotals`. */
export const columnTotalHeads = (t: TFunction, ofTeam: boolean): string[] => [
  t('reports.totals.qualified'),
  ...(ofTeam ? [] : [t('reports.totals.coverage')]),
  t('reports.totals.bus_factor'),
];
