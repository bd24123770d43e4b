import type { ReportColumn } from '../contract/reports';
import { CELL_STATUSES, type CellStatus } from '../contract/skill-matrix';
import { tinted, tintOf } from '../exports/list-columns';
import type { ScreenWords } from '../exports/screen-words';
import type { Cell, CellKind, Column, Fact, Tint } from '../platform/documents/table';
import { WARN_DAYS } from './cell-status';
import type { Asked } from './reports.dto';

const KINDS: Partial<Record<ReportColumn['kind'], CellKind>> = {
  whole: 'number',
  percent: 'percent',
  day: 'day',
  instant: 'instant',
  level: 'number',
  minutes: 'number',
};
const WIDTHS: Partial<Record<CellKind, number>> = { number: 11, percent: 12, day: 12, instant: 20 };

/** What a status is painted as, beside its word (admin/src/kit/status.ts). */
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

/** The columns of a report of rows, as its screen calls them. */
export function rowColumns(columns: readonly ReportColumn[], words: ScreenWords): RowColumn[] {
  const heads = columns.map(({ name }) => words.call(`reports.columns.${name}`));
  return columns.map(({ name, kind }, at) => {
    const shape = KINDS[kind] ?? 'text';
    const isTwice = heads.filter((head) => head === heads[at]).length > 1;
    const head = isTwice ? `${heads[at]} [${name}]` : heads[at]!;
    const width = WIDTHS[shape] ?? (/name|title|note|granted|training/.test(name) ? 30 : 16);
    return { head, kind: shape, width, cell: ({ [name]: value }) => cellOf(name, kind, value, words) };
  });
}

function cellOf(name: string, kind: ReportColumn['kind'], value: unknown, words: ScreenWords): Cell {
  if (value === null || value === undefined) return null;
  if (kind === 'status') {
    const status = value as CellStatus;
    return tinted(
      words.call(`kit.cell_status.${status}`),
      CELL_STATUSES.includes(status) ? STATUS_TINTS[status] : undefined,
    );
  }
  if (kind === 'choice') return tinted(words.call(`reports.choices.${name}.${String(value)}`), tintOf(String(value)));
  return typeof value === 'number' ? value : String(value);
}

/** What the report says of itself, as below its screen. */
export function reportSays(
  report: string,
  words: ScreenWords,
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
  return keys.map((key) => words.say(key, facts)).find((text) => text !== undefined);
}

/** The days, and by what the rows are narrowed. */
export function reportFacts(
  words: ScreenWords,
  period: { from: string; to: string; forecast: boolean },
  isOfPeriod: boolean,
  asked: Asked,
): Fact[] {
  const days = isOfPeriod ? `${period.from} – ${period.to}` : period.to;
  const forecast = period.forecast ? ` (${words.call('kit.export.file.forecast')})` : '';
  const filters = Object.entries(asked).filter(
    ([key]) => !['from', 'to', 'format', 'lang', 'csv_for', 'customer_id', '_order'].includes(key),
  );
  const said = filters.map(
    ([key, value]) => `${words.call(`reports.filters.${key === 'skill_code' ? 'skill_id' : key}`)}: ${value}`,
  );
  return [
    [words.call('kit.export.file.period'), days + forecast],
    [words.call('kit.export.file.question'), said.join('\n') || words.call('kit.export.file.all')],
  ];
}
