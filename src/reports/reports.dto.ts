import { applyDecorators, type Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional, Matches, MaxLength } from 'class-validator';
import { CSV_FOR_DESCRIPTION, REPORT_FORMATS } from '../contract/exports';
import { LANGUAGE_CODES } from '../contract/languages';
import type { RowsReport } from '../contract/report';
import type { Day } from '../platform/calendar';
import { AsciiDigits, IsCalendarDay } from '../platform/definitions/field-rules';
import { named } from '../tenancy/resources/resource-dtos';
import type { MatrixFilter } from './matrix-filter';
import { ruleError } from '../platform/errors/field-error';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const AsDay = (description: string) =>
  applyDecorators(
    ApiProperty({ type: 'string', format: 'date', required: false, description }),
    IsOptional(),
    IsCalendarDay(),
  );
export const AsId = (description: string) =>
  applyDecorators(
    ApiProperty({ type: 'string', format: 'uuid', required: false, description }),
    IsOptional(),
    Matches(UUID, ruleError('reference', 'This is not an id.')),
  );
const AsIdNeeded = () =>
  applyDecorators(
    ApiProperty({ type: 'string', format: 'uuid' }),
    Matches(UUID, ruleError('reference', 'This is not an id.')),
  );
export const AsWhole = (description: string) =>
  applyDecorators(
    ApiProperty({ type: 'integer', minimum: 0, required: false, description }),
    IsOptional(),
    AsciiDigits(),
    Matches(/^\d{1,9}$/, ruleError('whole', 'Send a whole number.')),
  );

const AsSkillCode = () =>
  applyDecorators(
    ApiProperty({ type: 'string', maxLength: 40, required: false, description: 'Only this skill, by its code.' }),
    IsOptional(),
    MaxLength(40, ruleError('too_long', 'At most 40 characters.', { count: 40 })),
  );
const AsOneOf = (words: readonly string[], description?: string) =>
  applyDecorators(
    ApiProperty({ enum: [...words], required: false, ...(description && { description }) }),
    IsOptional(),
    IsIn(words, ruleError('choice', `Send one of: ${words.join(', ')}.`, { choices: words })),
  );

const AsBeyond = () =>
  applyDecorators(
    ApiProperty({
      enum: ['summary'],
      required: false,
      description: 'For more than 250,000 cells: totals without rows and cells, instead of an error.',
    }),
    IsOptional(),
    IsIn(['summary'], ruleError('choice', 'Send summary, or omit it.', { choices: ['summary'] })),
  );

/** Platform staff name the organisation they look at; the guard has compared it. */
export class Scoped {
  @ApiProperty({ type: 'integer', required: false, description: 'Platform staff only: the organisation.' })
  @IsOptional()
  customer_id?: string;
}

class Narrowed extends Scoped {
  @AsId('Only this person.')
  staff_id?: string;

  @AsId('Only this skill.')
  skill_id?: string;

  @AsSkillCode()
  skill_code?: string;
}

export class MatrixQuery extends Narrowed {
  @AsDay('Last day; default: today. A future date is a forecast.')
  to?: string;

  @AsWhole('A part of the matrix: the first of the staff …')
  _start?: string;

  @AsWhole('… and the one after the last; at most 200 at once.')
  _end?: string;

  @AsWhole('The first of the skills …')
  skill_start?: string;

  @AsWhole('… and the one after the last; at most 500 at once.')
  skill_end?: string;
}

/** What a matrix report understands besides: a matrix that is too large to be sent at once. */
export class WholeMatrixQuery extends MatrixQuery {
  @AsBeyond()
  beyond?: 'summary';
}

export class MatrixPeriodQuery extends MatrixQuery {
  @AsDay('First day; default: start of the financial year.')
  from?: string;

  @ApiProperty({ enum: ['true', 'false'], required: false, description: 'Also those who left in the period.' })
  @IsOptional()
  @IsIn(['true', 'false'], ruleError('choice', 'Send true or false.', { choices: ['true', 'false'] }))
  leavers?: string;
}

export class WholePeriodQuery extends MatrixPeriodQuery {
  @AsBeyond()
  beyond?: 'summary';
}

export class TargetedQuery extends WholePeriodQuery {
  @ApiProperty({
    enum: ['true', 'false'],
    required: false,
    description: 'Only overdue cells and the people with them.',
  })
  @IsOptional()
  @IsIn(['true', 'false'], ruleError('choice', 'Send true or false.', { choices: ['true', 'false'] }))
  overdue?: string;
}

class PeriodQuery extends Scoped {
  @AsDay('First day; default: start of the financial year.')
  from?: string;

  @AsDay('Last day; default: today. A future date is a forecast.')
  to?: string;
}

export class PersonPeriodQuery extends PeriodQuery {
  @AsIdNeeded()
  staff_id: string;
}

export class SkillPeriodQuery extends PeriodQuery {
  @AsIdNeeded()
  skill_id: string;
}

export class PairPeriodQuery extends PersonPeriodQuery {
  @AsIdNeeded()
  skill_id: string;
}

export class ExplainQuery extends Scoped {
  @AsIdNeeded()
  staff_id: string;

  @AsIdNeeded()
  skill_id: string;

  @AsDay('The day; default: today.')
  on?: string;
}

export class HistoryQuery extends Scoped {
  @AsIdNeeded()
  staff_id: string;
}

/** What a report of rows is asked. */
export interface Asked {
  readonly from?: Day;
  readonly to?: Day;
  readonly staff_id?: string;
  readonly skill_id?: string;
  readonly skill_code?: string;
  /** `true` and `false` of a flag; the word of a choice. */
  readonly [filter: string]: string | undefined;
}
export type RowsQuery = Asked & { readonly _start?: string; readonly _end?: string };

const ONLY: Readonly<Record<string, string>> = {
  staff_id: 'Only this person.',
  skill_id: 'Only this skill.',
  training_id: 'Only this training.',
};

/** The keys that a report of rows takes, from its filters. */
export function reportQuery({ name: report, filters }: RowsReport): Type<Scoped> {
  class ReportQuery extends Scoped {}
  const { prototype } = ReportQuery;
  addFilters(prototype, filters);
  AsWhole('The first row …')(prototype, '_start');
  AsWhole(`… and the one after the last; at most ${ROWS_AT_ONCE} at once, default 50.`)(prototype, '_end');
  return named(`${classOf(report)}Query`, ReportQuery);
}

/** The keys of a report's export: its filters, and as what it is wanted; it has all rows, so none of paging. */
export function exportQuery({
  name: report,
  filters,
  sorts,
}: Pick<RowsReport, 'name' | 'filters' | 'sorts'>): Type<Scoped> {
  class ExportQuery extends Scoped {}
  addFilters(ExportQuery.prototype, filters);
  AsOneOf(REPORT_FORMATS)(ExportQuery.prototype, 'format');
  AsOneOf(LANGUAGE_CODES)(ExportQuery.prototype, 'lang');
  AsOneOf(LANGUAGE_CODES, CSV_FOR_DESCRIPTION)(ExportQuery.prototype, 'csv_for');
  if (sorts?.length) AsOneOf(['asc', 'desc'], 'Default: newest first.')(ExportQuery.prototype, '_order');
  return named(`${classOf(report)}ExportQuery`, ExportQuery);
}

const classOf = (report: string): string => report.replace(/(?:^|-)(\w)/g, (_, first: string) => first.toUpperCase());

function addFilters(prototype: object, filters: RowsReport['filters']): void {
  const isOfPeriod = filters.some(({ name }) => name === 'from');
  for (const { name, kind, resource = '', choices = [] } of filters) {
    if (kind === 'day') AsDay(dayWords(name, isOfPeriod))(prototype, name);
    else if (kind === 'ref') AsId(ONLY[name] ?? `Only this one of ${resource}.`)(prototype, name);
    else AsOneOf(kind === 'flag' ? ['true', 'false'] : choices)(prototype, name);
    if (name === 'skill_id') AsSkillCode()(prototype, 'skill_code');
  }
}

function dayWords(name: string, isOfPeriod: boolean): string {
  if (name === 'from') return 'First day; default: start of the financial year.';
  return isOfPeriod ? 'Last day; default: today. A future date is a forecast.' : 'The day; default: today.';
}

const ROWS_AT_ONCE = 200;
const COLUMNS_AT_ONCE = 500;

/** Of rows that the server pages itself: from which, and how many. */
export const pageOf = ({ _start, _end }: RowsQuery): readonly [number, number] => range(_start, _end, 50, ROWS_AT_ONCE);

export function filterOf(
  query: MatrixQuery & { from?: string; leavers?: string; overdue?: string; beyond?: 'summary' },
): MatrixFilter {
  const { from, to, staff_id, skill_id, skill_code, beyond } = query;
  const [leavers, overdue] = [query.leavers === 'true', query.overdue === 'true'];
  return { from, to, staff_id, skill_id, skill_code, leavers, overdue, beyond, part: partOf(query) };
}

/** Named at either axis, the other one begins at 0 with the default window of 50 × 60. */
function partOf({ _start, _end, skill_start, skill_end }: MatrixQuery): MatrixFilter['part'] {
  if (_start === undefined && _end === undefined && skill_start === undefined && skill_end === undefined)
    return undefined;
  return { rows: range(_start, _end, 50, ROWS_AT_ONCE), columns: range(skill_start, skill_end, 60, COLUMNS_AT_ONCE) };
}

function range(
  start: string | undefined,
  end: string | undefined,
  usual: number,
  most: number,
): readonly [number, number] {
  const from = Number(start ?? 0);
  const to = end === undefined ? from + usual : Number(end);
  return [from, Math.max(0, Math.min(to - from, most))];
}
