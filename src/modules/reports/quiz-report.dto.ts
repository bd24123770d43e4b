import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString } from 'class-validator';
import { PAGE_MAX } from '../../contract/list-dialect';
import { quizReport } from '../../contract/reports';
import { decodeSeekKey } from '../../infrastructure/database/seek-pagination';
import { MalformedRequestError } from '../../common/errors/app-error';
import { dayOrder, type QuizPaging } from './quiz-pages.service';
import type { Direction } from './quiz-report.query';
import { OptionalDay, OptionalId, OptionalInteger, CustomerScopedQuery } from './reports.dto';
import { fieldError, ruleError } from '../../common/errors/field-error';

const OptionalPageKey = (description: string) =>
  applyDecorators(
    ApiProperty({ type: 'string', required: false, description }),
    IsOptional(),
    IsString(ruleError('query', 'Send this once.')),
  );

export class QuizTotalsQuery extends CustomerScopedQuery {
  @OptionalDay('First day; default: start of the financial year.')
  from?: string;

  @OptionalDay('Last day; default: today.')
  to?: string;

  @OptionalId('Only this person.')
  staff_id?: string;

  @OptionalId('Only this training.')
  training_id?: string;
}

class QuizExportQuery extends QuizTotalsQuery {
  @ApiProperty({
    enum: ['all', 'latest', 'best'],
    required: false,
    description: 'All attempts, or one per person and training.',
  })
  @IsOptional()
  @IsIn(
    ['all', 'latest', 'best'],
    ruleError('choice', 'Choose one of: all, latest, best.', { choices: ['all', 'latest', 'best'] }),
  )
  attempts?: 'all' | 'latest' | 'best';

  @ApiProperty({ enum: ['asc', 'desc'], required: false, description: 'Default: newest first.' })
  @IsOptional()
  @IsString(ruleError('query', 'Send this once.'))
  _order?: string;
}

export class QuizQuery extends QuizExportQuery {
  @OptionalInteger('A page of the report: the first row …')
  _start?: string;

  @OptionalInteger(`… and the one after the last; at most ${PAGE_MAX} at once.`)
  _end?: string;

  @ApiProperty({
    enum: quizReport.sorts,
    required: false,
    description: 'Of a page. Another order than that of days takes at most 10,000 attempts.',
  })
  @IsOptional()
  @IsString(ruleError('query', 'Send this once.'))
  _sort?: string;

  @OptionalPageKey('Instead of _start, in the order of days: the page behind X-Page-Last, as long as _end says.')
  _after?: string;

  @OptionalPageKey('Instead of _start, in the order of days: the page before X-Page-First.')
  _before?: string;
}

const DEFAULT_PAGE_SIZE = 50;
const [[DEFAULT_SORT, DEFAULT_DIRECTION] = ['submitted_at', 'desc'] as const] = quizReport.default_sort;

/** @returns undefined if the whole report is requested. @throws MalformedRequestError */
export function parsePaging(query: QuizQuery): QuizPaging | undefined {
  const { _start, _end, _sort, _order, _after, _before } = query;
  if ([_start, _end, _sort, _order, _after, _before].every((value) => value === undefined)) return undefined;
  const offset = Number(_start ?? 0);
  const limit = _end === undefined ? DEFAULT_PAGE_SIZE : Number(_end) - offset;
  if (limit < 0) refuse('_end', '_end may not be before _start.');
  if (limit > PAGE_MAX) refuse('_end', `At most ${PAGE_MAX} rows a page.`);
  const sort = _sort ?? DEFAULT_SORT;
  if (!quizReport.sorts!.includes(sort)) refuse('_sort', `This report cannot be sorted by ${sort}.`);
  const direction = parseDirection(_order, _sort === undefined ? DEFAULT_DIRECTION : 'asc');
  return { sort, direction, offset, limit, seek: parseSeek(sort, direction, _after, _before) };
}

/** @throws MalformedRequestError */
function parseDirection(order: string | undefined, fallback: Direction): Direction {
  if (order === undefined) return fallback;
  if (order !== 'asc' && order !== 'desc') refuse('_order', 'Choose asc or desc.');
  return order;
}

function parseSeek(sort: string, direction: Direction, after?: string, before?: string): QuizPaging['seek'] {
  const key = after ?? before;
  if (key === undefined) return undefined;
  if (after !== undefined && before !== undefined) refuse('_before', 'Send either _after or _before.');
  const name = after === undefined ? '_before' : '_after';
  const values = sort === 'submitted_at' ? decodeSeekKey(key, dayOrder(direction)) : null;
  if (!values) refuse(name, `${name} must be the X-Page-Last or X-Page-First of a page in the same order.`);
  return { direction: after === undefined ? 'before' : 'after', values };
}

function refuse(key: string, message: string): never {
  throw new MalformedRequestError(message, { [key]: [fieldError('query', message)] });
}
