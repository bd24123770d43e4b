import { Injectable } from '@nestjs/common';
import { EXACT_COUNT_MAX } from '../../contract/list-dialect';
import type { QuizReportRow } from '../../contract/quiz.responses';
import { Clock } from '../../common/clock';
import { pageEdgeKeys } from '../../infrastructure/database/list-page';
import type { SeekKey, SortOrder } from '../../infrastructure/database/seek-pagination';
import type { Page } from '../../common/rest/page-response';
import { idFromBytes } from '../../common/ids';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';
import { attemptCountSql, pageByDaySql, sortedPageSql, PAIRS_MAX, type Direction } from './quiz-report.query';
import { groupByAttempt, quizRow, type JoinedRow } from './quiz-rows';
import { resolveQuizRequest, quizHead, type QuizRequest, type QuizFilter } from './quiz-request';
import { TooManyToSortError } from './report.errors';

export interface QuizPaging {
  sort: string;
  direction: Direction;
  offset: number;
  limit: number;
  seek?: SeekKey | undefined;
}

/** The order that supports keyset paging. */
export const dayOrder = (direction: Direction): SortOrder => [
  ['submitted_at', direction],
  ['attempt_id', direction],
];

/** The quiz report in pages. Pages by submission date use an index; other orders require few attempts. */
@Injectable()
export class QuizPagesService {
  constructor(
    private readonly queries: TenantQueries,
    private readonly clock: Clock,
  ) {}

  /** @throws DatesReversedError, NotFoundError, TooManyToSortError */
  async page(
    tenant: Tenant,
    filter: QuizFilter,
    paging: QuizPaging,
  ): Promise<{ head: object; page: Page<QuizReportRow> }> {
    const request = resolveQuizRequest(tenant, filter, this.clock.now());
    const count = await this.count(tenant, request);
    if (paging.sort !== 'submitted_at' && !count.isFew) throw new TooManyToSortError(paging.sort, count.max);
    const { total, isFew } = count;
    if (isFew && total === 0) return { head: quizHead(tenant, request), page: { rows: [], total } };
    const { rows, ...ends } = await this.rows(tenant, request, paging, isFew);
    // The count may be incomplete; it is at least the number of rows up to this page.
    const page: Page<QuizReportRow> = {
      rows,
      ...ends,
      total: isFew ? total : Math.max(total, shownCount(paging, rows)),
      exact: isFew,
    };
    return { head: quizHead(tenant, request), page };
  }

  private async rows(tenant: Tenant, request: QuizRequest, paging: QuizPaging, isFew: boolean) {
    const { period, attemptFilter, attempts, values } = request;
    const { sort, seek, limit, offset } = paging;
    const isBackwards = seek?.direction === 'before';
    const direction: Direction = isBackwards === (paging.direction === 'asc') ? 'desc' : 'asc';
    // The few attempts of a reporting line are sparse in the submitted_at index: sort them instead.
    const isSorted = sort !== 'submitted_at' || (isFew && tenant.scope.kind === 'line');
    const sql = isSorted
      ? sortedPageSql(tenant, attemptFilter, attempts, sort, direction, seek !== undefined)
      : pageByDaySql(tenant, attemptFilter, attempts, direction, seek !== undefined);
    const [at, behind_id] = seek?.values ?? [];
    const joinedRows = await this.queries.rows<JoinedRow>(tenant, sql, {
      ...values,
      ...(seek && { at: at!, behind_id: behind_id! }),
      count: limit,
      start: seek ? 0 : offset,
      on: period.to,
    });
    const groupedAttempts = groupByAttempt(
      isSorted && !isBackwards ? joinedRows : restoreOrder(joinedRows, isSorted, paging.direction),
    );
    const keys = groupedAttempts.map(({ attempt }) => ({
      submitted_at: Number(attempt.submitted_at),
      attempt_id: idFromBytes(attempt.attempt_id),
    }));
    const lastKey = keys.at(-1);
    return {
      rows: groupedAttempts.map((attempt) => quizRow(attempt, period.to)),
      next: lastKey && [lastKey.submitted_at, lastKey.attempt_id],
      ...(sort === 'submitted_at' && pageEdgeKeys(keys, dayOrder(paging.direction))),
    };
  }

  /** `isFew`: the count is exact and small enough to sort by any column. */
  private async count(tenant: Tenant, { attemptFilter, attempts, values }: QuizRequest) {
    const sql = attemptCountSql(tenant, attemptFilter, attempts);
    const [row] = await this.queries.rows<{ walked: number; hits: number | null }>(tenant, sql, values);
    const walked = Number(row?.walked ?? 0);
    const max = attempts === 'all' ? EXACT_COUNT_MAX : PAIRS_MAX;
    const isFew = walked <= max;
    return {
      isFew,
      max,
      total: Math.min(EXACT_COUNT_MAX, attempts === 'all' ? walked : Number(row?.hits ?? 0)),
    };
  }
}

const shownCount = ({ offset, seek }: QuizPaging, rows: readonly unknown[]): number =>
  rows.length && !seek ? offset + rows.length : rows.length;

/** Restores the requested order: reverses a sorted backward page, or sorts a page that was read by the index. */
function restoreOrder(rows: readonly JoinedRow[], isSorted: boolean, direction: Direction): readonly JoinedRow[] {
  if (isSorted) return rows.toReversed();
  const sign = direction === 'asc' ? 1 : -1;
  return rows.toSorted(
    (a, b) => sign * (Number(a.submitted_at) - Number(b.submitted_at) || Buffer.compare(a.attempt_id, b.attempt_id)),
  );
}
