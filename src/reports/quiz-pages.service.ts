import { Injectable } from '@nestjs/common';
import { COUNT_MAX } from '../contract/list-dialect';
import type { QuizReportRow } from '../contract/quiz-answers';
import { Clock } from '../platform/clock';
import { endsOf } from '../platform/database/list-page';
import type { SeekKey, SortOrder } from '../platform/database/seek';
import type { Page } from '../platform/definitions/page-answer';
import { idFromBytes } from '../platform/ids';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import { countOf, pageByDay, pageOfFew, PAIRS_MAX, type Direction } from './quiz-report.query';
import { attemptsOf, quizRow, type JoinedRow } from './quiz-rows';
import { askedOf, quizHead, type QuizAsked, type QuizFilter } from './quiz-window';
import { TooManyToSort } from './report.errors';

export interface QuizPaging {
  sort: string;
  direction: Direction;
  offset: number;
  limit: number;
  seek?: SeekKey | undefined;
}

/** The order that a page can be sought in. */
export const dayOrder = (direction: Direction): SortOrder => [
  ['submitted_at', direction],
  ['attempt_id', direction],
];

/**
 * The quiz report page by page. A page in the order of days reads little more than its own
 * rows; any other order takes attempts that are few enough to be sorted.
 */
@Injectable()
export class QuizPages {
  constructor(
    private readonly queries: TenantQueries,
    private readonly clock: Clock,
  ) {}

  /** @throws DatesReversed, NotFound, TooManyToSort */
  async page(
    tenant: Tenant,
    filter: QuizFilter,
    paging: QuizPaging,
  ): Promise<{ head: object; page: Page<QuizReportRow> }> {
    const asked = askedOf(tenant, filter, this.clock.now());
    const counted = await this.count(tenant, asked);
    if (paging.sort !== 'submitted_at' && !counted.isFew) throw new TooManyToSort(paging.sort, counted.most);
    const { total, isFew } = counted;
    if (isFew && total === 0) return { head: quizHead(tenant, asked), page: { rows: [], total } };
    const { rows, ...ends } = await this.rows(tenant, asked, paging, isFew);
    // Of so many not all were looked at: those on the page are there in any case.
    const page: Page<QuizReportRow> = {
      rows,
      ...ends,
      total: isFew ? total : Math.max(total, shown(paging, rows)),
      exact: isFew,
    };
    return { head: quizHead(tenant, asked), page };
  }

  private async rows(tenant: Tenant, asked: QuizAsked, paging: QuizPaging, isFew: boolean) {
    const { period, narrow, attempts, values } = asked;
    const { sort, seek, limit, offset } = paging;
    const isBackwards = seek?.direction === 'before';
    const direction: Direction = isBackwards === (paging.direction === 'asc') ? 'desc' : 'asc';
    // A line's few stand far apart along the days of everybody.
    const isSorted = sort !== 'submitted_at' || (isFew && tenant.scope.kind === 'line');
    const sql = isSorted
      ? pageOfFew(tenant, narrow, attempts, sort, direction, seek !== undefined)
      : pageByDay(tenant, narrow, attempts, direction, seek !== undefined);
    const [at, behind_id] = seek?.values ?? [];
    const read = await this.queries.rows<JoinedRow>(tenant, sql, {
      ...values,
      ...(seek && { at: at!, behind_id: behind_id! }),
      count: limit,
      start: seek ? 0 : offset,
      on: period.to,
    });
    const told = attemptsOf(isSorted && !isBackwards ? read : ordered(read, isSorted, paging.direction));
    const places = told.map(({ attempt }) => ({
      submitted_at: Number(attempt.submitted_at),
      attempt_id: idFromBytes(attempt.attempt_id),
    }));
    const last = places.at(-1);
    return {
      rows: told.map((one) => quizRow(one, period.to)),
      next: last && [last.submitted_at, last.attempt_id],
      ...(sort === 'submitted_at' && endsOf(places, dayOrder(paging.direction))),
    };
  }

  /** `isFew`: all attempts that come into question were counted, so that they may be put in any order. */
  private async count(tenant: Tenant, { narrow, attempts, values }: QuizAsked) {
    const sql = countOf(tenant, narrow, attempts);
    const [row] = await this.queries.rows<{ walked: number; hits: number | null }>(tenant, sql, values);
    const walked = Number(row?.walked ?? 0);
    const most = attempts === 'all' ? COUNT_MAX : PAIRS_MAX;
    const isFew = walked <= most;
    return {
      isFew,
      most,
      total: Math.min(COUNT_MAX, attempts === 'all' ? walked : Number(row?.hits ?? 0)),
    };
  }
}

const shown = ({ offset, seek }: QuizPaging, rows: readonly unknown[]): number =>
  rows.length && !seek ? offset + rows.length : rows.length;

/** As the answer has them: a page along the days in their order, one that was sorted the other way round turned back. */
function ordered(rows: readonly JoinedRow[], isSorted: boolean, direction: Direction): readonly JoinedRow[] {
  if (isSorted) return rows.toReversed();
  const sign = direction === 'asc' ? 1 : -1;
  return rows.toSorted(
    (a, b) => sign * (Number(a.submitted_at) - Number(b.submitted_at) || Buffer.compare(a.attempt_id, b.attempt_id)),
  );
}
