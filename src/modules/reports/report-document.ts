import type { ReportColumn } from '../../contract/reports';
import { CELL_STATUSES, type CellStatus } from '../../contract/skill-matrix';
import { withTint, tintOf } from '../exports/list-columns';
import type { ScreenTexts } from '../exports/screen-texts';
import type { Cell, CellKind, Column, Fact, Tint } from '../../common/documents/table';
import { WARN_DAYS } from './cell-status';
import type { ReportFilters } from './reports.dto';

const CELL_KINDS: Partial<Record<ReportColumn['kind'], CellKind>> = {
  whole: 'number',
  percent: 'percent',
  day: 'day',
  instant: 'instant',
  level: 'number',
  minutes: 'number',
};
const COLUMN_WIDTHS: Partial<Record<CellKind, number>> = { number: 11, percent: 12, day: 12, instant: 20 };

/** Colours of the statuses, as in the admin. */
export const STATUS_TINTS: Readonly<Record<CellStatus, Tint | undefined>> = {
  NA: 'mute',
  REVOKED: 'bad',
  EXPIRING: 'warn',
  MET: 'good',
  EXCEEDS: 'good',
  EXPIRED: 'bad',
  BELOW: 'warn',
  MISSING: 'bad',
  EXTRA: 'note',
  NONE: undefined,
};

export interface RowColumn extends Column {
  readonly cell: (row: Readonly<Record<string, unknown>>) => Cell;
}

/** Columns of a row report, with the headers of its screen. */
export function rowColumns(columns: readonly ReportColumn[], texts: ScreenTexts): RowColumn[] {
  const headers = columns.map(({ name }) => texts.get(`reports.columns.${name}`));
  return columns.map(({ name, kind }, index) => {
    const cellKind = CELL_KINDS[kind] ?? 'text';
    const isDuplicate = headers.filter((head) => head === headers[index]).length > 1;
    const head = isDuplicate ? `${headers[index]} [${name}]` : headers[index]!;
    const width = COLUMN_WIDTHS[cellKind] ?? (/name|title|note|granted|training/.test(name) ? 30 : 16);
    return { head, kind: cellKind, width, cell: ({ [name]: value }) => cellOf(name, kind, value, texts) };
  });
}

function cellOf(name: string, kind: ReportColumn['kind'], value: unknown, texts: ScreenTexts): Cell {
  if (value === null || value === undefined) return null;
  if (kind === 'status') {
    const status = value as CellStatus;
    return withTint(
      texts.get(`kit.cell_status.${status}`),
      CELL_STATUSES.includes(status) ? STATUS_TINTS[status] : undefined,
    );
  }
  if (kind === 'choice') return withTint(texts.get(`reports.choices.${name}.${String(value)}`), tintOf(String(value)));
  return typeof value === 'number' ? value : String(value);
}

/** The definition text of the report, as on its screen. */
export function reportDefinitionText(
  report: string,
  texts: ScreenTexts,
  period: { from: string; to: string; opening: string },
  time_zone: string,
) {
  const { from, to, opening } = period;
  const facts = { fdate: from, tdate: to, on: to, opening, time_zone, count: String(WARN_DAYS) };
  const keys = [`reports.${report}.definition`, `reports.said.${report}`].flatMap((key) => [
    key,
    `${key}_other`,
    `${key}_many`,
  ]);
  return keys.map((key) => texts.find(key, facts)).find((text) => text !== undefined);
}

/** Period and filters of the report. */
export function reportFacts(
  texts: ScreenTexts,
  period: { from: string; to: string; forecast: boolean },
  isOfPeriod: boolean,
  query: ReportFilters,
): Fact[] {
  const days = isOfPeriod ? `${period.from} – ${period.to}` : period.to;
  const forecast = period.forecast ? ` (${texts.get('kit.export.file.forecast')})` : '';
  const activeFilters = Object.entries(query).filter(
    ([key]) => !['from', 'to', 'format', 'lang', 'csv_for', 'customer_id', '_order'].includes(key),
  );
  const filterLines = activeFilters.map(
    ([key, value]) => `${texts.get(`reports.filters.${key === 'skill_code' ? 'skill_id' : key}`)}: ${value}`,
  );
  return [
    [texts.get('kit.export.file.period'), days + forecast],
    [texts.get('kit.export.file.question'), filterLines.join('\n') || texts.get('kit.export.file.all')],
  ];
}
