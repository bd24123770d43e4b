import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString } from 'class-validator';
import { PAGE_MAX } from '../contract/list-dialect';
import { quizReport } from '../contract/reports';
import { readSeekKey } from '../platform/database/seek';
import { Malformed } from '../platform/errors/app-error';
import { dayOrder, type QuizPaging } from './quiz-pages.service';
import type { Direction } from './quiz-report.query';
import { AsDay, AsId, AsWhole, Scoped } from './reports.dto';
import { fieldError, ruleError } from '../platform/errors/field-error';

const AsKey = (description: string) =>
  applyDecorators(
    ApiProperty({ type: 'string', required: false, description }),
    IsOptional(),
    IsString(ruleError('query', 'Send this once.')),
  );

/** What all rows are narrowed by. */
export class QuizTotalsQuery extends Scoped {
  @AsDay('First day; default: start of the financial year.')
  from?: string;

  @AsDay('Last day; default: today.')
  to?: string;

  @AsId('Only this person.')
  staff_id?: string;

  @AsId('Only this training.')
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
  @AsWhole('A page of the report: the first row …')
  _start?: string;

  @AsWhole(`… and the one after the last; at most ${PAGE_MAX} at once.`)
  _end?: string;

  @ApiProperty({
    enum: quizReport.sorts,
    required: false,
    description: 'Of a page. Another order than that of days takes at most 10,000 attempts.',
  })
  @IsOptional()
  @IsString(ruleError('query', 'Send this once.'))
  _sort?: string;

  @AsKey('Instead of _start, in the order of days: the page behind X-Page-Last, as long as _end says.')
  _after?: string;

  @AsKey('Instead of _start, in the order of days: the page before X-Page-First.')
  _before?: string;
}

const USUAL = 50;
const [[USUAL_SORT, USUAL_WAY] = ['submitted_at', 'desc'] as const] = quizReport.default_sort;

/** undefined: the whole report was asked for. @throws Malformed */
export function pagingOf(query: QuizQuery): QuizPaging | undefined {
  const { _start, _end, _sort, _order, _after, _before } = query;
  if ([_start, _end, _sort, _order, _after, _before].every((value) => value === undefined)) return undefined;
  const offset = Number(_start ?? 0);
  const limit = _end === undefined ? USUAL : Number(_end) - offset;
  if (limit < 0) refuse('_end', '_end may not be before _start.');
  if (limit > PAGE_MAX) refuse('_end', `At most ${PAGE_MAX} rows a page.`);
  const sort = _sort ?? USUAL_SORT;
  if (!quizReport.sorts!.includes(sort)) refuse('_sort', `This report cannot be sorted by ${sort}.`);
  const direction = directionOf(_order, _sort === undefined ? USUAL_WAY : 'asc');
  return { sort, direction, offset, limit, seek: seekOf(sort, direction, _after, _before) };
}

/** @throws Malformed */
function directionOf(order: string | undefined, usual: Direction): Direction {
  if (order === undefined) return usual;
  if (order !== 'asc' && order !== 'desc') refuse('_order', 'Choose asc or desc.');
  return order;
}

function seekOf(sort: string, direction: Direction, after?: string, before?: string): QuizPaging['seek'] {
  const key = after ?? before;
  if (key === undefined) return undefined;
  if (after !== undefined && before !== undefined) refuse('_before', 'Send either _after or _before.');
  const name = after === undefined ? '_before' : '_after';
  const values = sort === 'submitted_at' ? readSeekKey(key, dayOrder(direction)) : null;
  if (!values) refuse(name, `${name} must be the X-Page-Last or X-Page-First of a page in the same order.`);
  return { direction: after === undefined ? 'before' : 'after', values };
}

function refuse(key: string, message: string): never {
  throw new Malformed(message, { [key]: [fieldError('query', message)] });
}
