import { Injectable } from '@nestjs/common';
import type { QuizReportRow } from '../../contract/quiz.responses';
import { EXACT_COUNT_MAX } from '../../contract/list-dialect';
import { ROWS_PER_TURN, yieldToEventLoop } from '../../common/event-loop';
import { Clock } from '../../common/clock';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';
import { wholeReportSql } from './quiz-report.query';
import { groupByAttempt, selectAttempts, quizRow, type JoinedRow, type QuizRow } from './quiz-rows';
import { quizTotals } from './quiz-sums';
import { resolveQuizRequest, quizHead, type QuizRequest, type QuizFilter } from './quiz-request';
import { ReportQueue } from './report-queue';
import { TooManyRowsError } from './report.errors';

type WholeRow = JoinedRow & { try_no: number };

/** The complete quiz report with totals. */
@Injectable()
export class QuizReportService {
  constructor(
    private readonly queries: TenantQueries,
    private readonly queue: ReportQueue,
    private readonly clock: Clock,
  ) {}

  /** Reads all rows in one statement. @throws DatesReversedError, NotFoundError, TooManyRowsError */
  async getWholeReport(tenant: Tenant, filter: QuizFilter): Promise<Buffer> {
    const request = resolveQuizRequest(tenant, filter, this.clock.now());
    const compute = () => this.buildWholeReport(tenant, request);
    return request.isLong ? this.queue.run(compute) : compute();
  }

  private async buildWholeReport(tenant: Tenant, request: QuizRequest): Promise<Buffer> {
    const { period, attemptFilter, attempts, values } = request;
    const joined: WholeRow[] = [];
    const asOf = { ...values, on: period.to };
    await this.queries.each<WholeRow>(
      tenant,
      wholeReportSql(tenant, attemptFilter),
      asOf,
      (row) => void joined.push(row),
    );
    joined.sort(newestFirst);
    const allAttempts = groupByAttempt(joined);
    if (allAttempts.length > EXACT_COUNT_MAX)
      throw new TooManyRowsError(EXACT_COUNT_MAX, 'GET /api/reports/quiz?_start=0&_end=50');
    const totals = quizTotals(allAttempts.map(({ attempt }) => attempt));
    const selected = selectAttempts(allAttempts, attempts);
    const rows: QuizReportRow[] = [];
    for (const each of selected)
      if (rows.push(quizRow(each, period.to)) % ROWS_PER_TURN === 0) await yieldToEventLoop();
    return Buffer.from(JSON.stringify({ ...quizHead(tenant, request), totals, rows }));
  }
}

/** The statement usually returns this order already. */
const newestFirst = (a: QuizRow, b: QuizRow): number =>
  Number(b.submitted_at) - Number(a.submitted_at) || Buffer.compare(b.attempt_id, a.attempt_id);
