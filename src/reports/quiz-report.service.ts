import { Injectable } from '@nestjs/common';
import type { QuizReportRow } from '../contract/quiz-answers';
import { COUNT_MAX } from '../contract/list-dialect';
import { ROWS_PER_TURN, yieldToEventLoop } from '../platform/event-loop';
import { Clock } from '../platform/clock';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import { wholeReport } from './quiz-report.query';
import { attemptsOf, chosenOf, quizRow, type JoinedRow, type QuizRow } from './quiz-rows';
import { quizTotals } from './quiz-sums';
import { askedOf, quizHead, type QuizAsked, type QuizFilter } from './quiz-window';
import { ReportQueue } from './report-queue';
import { TooManyRows } from './report.errors';

type WholeRow = JoinedRow & { try_no: number };

/** "Who took what, how well?" (reports.md §4): all of it at once, with what it adds up to. */
@Injectable()
export class QuizReportService {
  constructor(
    private readonly queries: TenantQueries,
    private readonly queue: ReportQueue,
    private readonly clock: Clock,
  ) {}

  /** All rows and their totals, by one statement. @throws DatesReversed, NotFound, TooManyRows */
  async whole(tenant: Tenant, filter: QuizFilter): Promise<Buffer> {
    const asked = askedOf(tenant, filter, this.clock.now());
    const make = () => this.wholeOf(tenant, asked);
    return asked.isLong ? this.queue.run(make) : make();
  }

  private async wholeOf(tenant: Tenant, asked: QuizAsked): Promise<Buffer> {
    const { period, narrow, attempts, values } = asked;
    const joined: WholeRow[] = [];
    const asOf = { ...values, on: period.to };
    await this.queries.each<WholeRow>(tenant, wholeReport(tenant, narrow), asOf, (row) => void joined.push(row));
    joined.sort(newestFirst);
    const found = attemptsOf(joined);
    if (found.length > COUNT_MAX) throw new TooManyRows(COUNT_MAX, 'GET /api/reports/quiz?_start=0&_end=50');
    const totals = quizTotals(found.map(({ attempt }) => attempt));
    const chosen = chosenOf(found, attempts);
    const rows: QuizReportRow[] = [];
    for (const each of chosen) if (rows.push(quizRow(each, period.to)) % ROWS_PER_TURN === 0) await yieldToEventLoop();
    return Buffer.from(JSON.stringify({ ...quizHead(tenant, asked), totals, rows }));
  }
}

/** As the index of days has them, and so what is sorted is in order as a rule. */
const newestFirst = (a: QuizRow, b: QuizRow): number =>
  Number(b.submitted_at) - Number(a.submitted_at) || Buffer.compare(b.attempt_id, a.attempt_id);
