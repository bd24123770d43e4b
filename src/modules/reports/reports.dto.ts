import { applyDecorators, type Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional, Matches, MaxLength } from 'class-validator';
import { CSV_FOR_DESCRIPTION, REPORT_FORMATS } from '../../contract/exports';
import { LANGUAGE_CODES } from '../../contract/languages';
import type { RowsReport } from '../../contract/report';
import type { Day } from '../../common/calendar';
import { AsciiDigits, IsCalendarDay } from '../../common/rest/field-rules';
import { withClassName } from '../../crud/resource-dtos';
import type { MatrixFilter } from './matrix-filter';
import { ruleError } from '../../common/errors/field-error';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const OptionalDay = (description: string) =>
  applyDecorators(
    ApiProperty({ type: 'string', format: 'date', required: false, description }),
    IsOptional(),
    IsCalendarDay(),
  );
export const OptionalId = (description: string) =>
  applyDecorators(
    ApiProperty({ type: 'string', format: 'uuid', required: false, description }),
    IsOptional(),
    Matches(UUID, ruleError('reference', 'This is not an id.')),
  );
const RequiredId = () =>
  applyDecorators(
    ApiProperty({ type: 'string', format: 'uuid' }),
    Matches(UUID, ruleError('reference', 'This is not an id.')),
  );
export const OptionalInteger = (description: string) =>
  applyDecorators(
    ApiProperty({ type: 'integer', minimum: 0, required: false, description }),
    IsOptional(),
    AsciiDigits(),
    Matches(/^\d{1,9}$/, ruleError('whole', 'Send a whole number.')),
  );

const OptionalSkillCode = () =>
  applyDecorators(
    ApiProperty({ type: 'string', maxLength: 40, required: false, description: 'Only this skill, by its code.' }),
    IsOptional(),
    MaxLength(40, ruleError('too_long', 'At most 40 characters.', { count: 40 })),
  );
const OptionalChoice = (choices: readonly string[], description?: string) =>
  applyDecorators(
    ApiProperty({ enum: [...choices], required: false, ...(description && { description }) }),
    IsOptional(),
    IsIn(choices, ruleError('choice', `Send one of: ${choices.join(', ')}.`, { choices: choices })),
  );

const OptionalBeyond = () =>
  applyDecorators(
    ApiProperty({
      enum: ['summary'],
      required: false,
      description: 'For more than 250,000 cells: totals without rows and cells, instead of an error.',
    }),
    IsOptional(),
    IsIn(['summary'], ruleError('choice', 'Send summary, or omit it.', { choices: ['summary'] })),
  );

/** `customer_id` is sent by platform staff and checked by the guard. */
export class CustomerScopedQuery {
  @ApiProperty({ type: 'integer', required: false, description: 'Platform staff only: the organisation.' })
  @IsOptional()
  customer_id?: string;
}

class FilteredQuery extends CustomerScopedQuery {
  @OptionalId('Only this person.')
  staff_id?: string;

  @OptionalId('Only this skill.')
  skill_id?: string;

  @OptionalSkillCode()
  skill_code?: string;
}

export class MatrixQuery extends FilteredQuery {
  @OptionalDay('Last day; default: today. A future date is a forecast.')
  to?: string;

  @OptionalInteger('A part of the matrix: the first of the staff …')
  _start?: string;

  @OptionalInteger('… and the one after the last; at most 200 at once.')
  _end?: string;

  @OptionalInteger('The first of the skills …')
  skill_start?: string;

  @OptionalInteger('… and the one after the last; at most 500 at once.')
  skill_end?: string;
}

export class FullMatrixQuery extends MatrixQuery {
  @OptionalBeyond()
  beyond?: 'summary';
}

export class MatrixPeriodQuery extends MatrixQuery {
  @OptionalDay('First day; default: start of the financial year.')
  from?: string;

  @ApiProperty({ enum: ['true', 'false'], required: false, description: 'Also those who left in the period.' })
  @IsOptional()
  @IsIn(['true', 'false'], ruleError('choice', 'Send true or false.', { choices: ['true', 'false'] }))
  leavers?: string;
}

export class FullMatrixPeriodQuery extends MatrixPeriodQuery {
  @OptionalBeyond()
  beyond?: 'summary';
}

export class TargetedQuery extends FullMatrixPeriodQuery {
  @ApiProperty({
    enum: ['true', 'false'],
    required: false,
    description: 'Only overdue cells and the people with them.',
  })
  @IsOptional()
  @IsIn(['true', 'false'], ruleError('choice', 'Send true or false.', { choices: ['true', 'false'] }))
  overdue?: string;
}

class PeriodQuery extends CustomerScopedQuery {
  @OptionalDay('First day; default: start of the financial year.')
  from?: string;

  @OptionalDay('Last day; default: today. A future date is a forecast.')
  to?: string;
}

export class PersonPeriodQuery extends PeriodQuery {
  @RequiredId()
  staff_id: string;
}

export class SkillPeriodQuery extends PeriodQuery {
  @RequiredId()
  skill_id: string;
}

export class PairPeriodQuery extends PersonPeriodQuery {
  @RequiredId()
  skill_id: string;
}

export class ExplainQuery extends CustomerScopedQuery {
  @RequiredId()
  staff_id: string;

  @RequiredId()
  skill_id: string;

  @OptionalDay('The day; default: today.')
  on?: string;
}

export class HistoryQuery extends CustomerScopedQuery {
  @RequiredId()
  staff_id: string;
}

/** Filters of a row report. */
export interface ReportFilters {
  readonly from?: Day;
  readonly to?: Day;
  readonly staff_id?: string;
  readonly skill_id?: string;
  readonly skill_code?: string;
  /** Flags are `true` or `false`. */
  readonly [filter: string]: string | undefined;
}
export type RowsQuery = ReportFilters & { readonly _start?: string; readonly _end?: string };

const FILTER_DESCRIPTIONS: Readonly<Record<string, string>> = {
  staff_id: 'Only this person.',
  skill_id: 'Only this skill.',
  training_id: 'Only this training.',
};

/** Creates the query DTO of a row report from its filters. */
export function reportQuery({ name: report, filters }: RowsReport): Type<CustomerScopedQuery> {
  class ReportQuery extends CustomerScopedQuery {}
  const { prototype } = ReportQuery;
  addFilters(prototype, filters);
  OptionalInteger('The first row …')(prototype, '_start');
  OptionalInteger(`… and the one after the last; at most ${ROWS_AT_ONCE} at once, default 50.`)(prototype, '_end');
  return withClassName(`${toClassName(report)}Query`, ReportQuery);
}

/** Creates the query DTO of a report export: filters and file options, without paging. */
export function exportQuery({
  name: report,
  filters,
  sorts,
}: Pick<RowsReport, 'name' | 'filters' | 'sorts'>): Type<CustomerScopedQuery> {
  class ExportQuery extends CustomerScopedQuery {}
  addFilters(ExportQuery.prototype, filters);
  OptionalChoice(REPORT_FORMATS)(ExportQuery.prototype, 'format');
  OptionalChoice(LANGUAGE_CODES)(ExportQuery.prototype, 'lang');
  OptionalChoice(LANGUAGE_CODES, CSV_FOR_DESCRIPTION)(ExportQuery.prototype, 'csv_for');
  if (sorts?.length) OptionalChoice(['asc', 'desc'], 'Default: newest first.')(ExportQuery.prototype, '_order');
  return withClassName(`${toClassName(report)}ExportQuery`, ExportQuery);
}

const toClassName = (report: string): string =>
  report.replace(/(?:^|-)(\w)/g, (_, first: string) => first.toUpperCase());

function addFilters(prototype: object, filters: RowsReport['filters']): void {
  const isOfPeriod = filters.some(({ name }) => name === 'from');
  for (const { name, kind, resource = '', choices = [] } of filters) {
    if (kind === 'day') OptionalDay(dayDescription(name, isOfPeriod))(prototype, name);
    else if (kind === 'ref') OptionalId(FILTER_DESCRIPTIONS[name] ?? `Only this one of ${resource}.`)(prototype, name);
    else OptionalChoice(kind === 'flag' ? ['true', 'false'] : choices)(prototype, name);
    if (name === 'skill_id') OptionalSkillCode()(prototype, 'skill_code');
  }
}

function dayDescription(name: string, isOfPeriod: boolean): string {
  if (name === 'from') return 'First day; default: start of the financial year.';
  return isOfPeriod ? 'Last day; default: today. A future date is a forecast.' : 'The day; default: today.';
}

const ROWS_AT_ONCE = 200;
const COLUMNS_AT_ONCE = 500;

/** @returns offset and row count */
export const rowRange = ({ _start, _end }: RowsQuery): readonly [number, number] =>
  range(_start, _end, 50, ROWS_AT_ONCE);

export function toMatrixFilter(
  query: MatrixQuery & { from?: string; leavers?: string; overdue?: string; beyond?: 'summary' },
): MatrixFilter {
  const { from, to, staff_id, skill_id, skill_code, beyond } = query;
  const [leavers, overdue] = [query.leavers === 'true', query.overdue === 'true'];
  return { from, to, staff_id, skill_id, skill_code, leavers, overdue, beyond, part: toMatrixPart(query) };
}

/** A part is requested by either axis. Default: 50 rows × 60 columns from 0. */
function toMatrixPart({ _start, _end, skill_start, skill_end }: MatrixQuery): MatrixFilter['part'] {
  if (_start === undefined && _end === undefined && skill_start === undefined && skill_end === undefined)
    return undefined;
  return { rows: range(_start, _end, 50, ROWS_AT_ONCE), columns: range(skill_start, skill_end, 60, COLUMNS_AT_ONCE) };
}

function range(
  start: string | undefined,
  end: string | undefined,
  defaultSize: number,
  maxSize: number,
): readonly [number, number] {
  const from = Number(start ?? 0);
  const to = end === undefined ? from + defaultSize : Number(end);
  return [from, Math.max(0, Math.min(to - from, maxSize))];
}
