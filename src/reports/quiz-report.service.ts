import { Injectable } from '@nestjs/common';
import type { QuizReportRow } from '../contract/quiz-answers';
import { COUNT_MAX } from '../contract/list-dialect';
import { inSlices } from '../platform/breath';
import { Clock } from '../platform/clock';
import { jsonInSlices } from '../platform/json-in-slices';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import { bytesKey } from './bytes-key';
import type { GrantedRow } from './granted-skills';
import { wholeReport } from './quiz-report.query';
import { chosenOf, quizRows, type QuizRow } from './quiz-rows';
import { quizTotals } from './quiz-sums';
import { askedOf, quizHead, type QuizAsked, type QuizFilter } from './quiz-window';
import { ReportQueue } from './report-queue';
import { TooManyRows } from './report.errors';

type AnyRow = (QuizRow & { part: 'attempt'; try_no: number }) | (GrantedRow & { part: 'granted' });

/** Rows between two looks at the clock. */
const TOLD_AT_ONCE = 100;

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
    const found: (QuizRow & { try_no: number })[] = [];
    const granted = new Map<string, GrantedRow[]>();
    await this.queries.each<AnyRow>(tenant, wholeReport(tenant, narrow), { ...values, on: period.to }, (row) => {
      if (row.part === 'attempt') found.push(row);
      else grouped(granted, row);
    });
    if (found.length > COUNT_MAX) throw new TooManyRows(COUNT_MAX, 'GET /api/reports/quiz?_start=0&_end=50');
    found.sort((a, b) => Number(b.submitted_at) - Number(a.submitted_at) || Buffer.compare(b.attempt_id, a.attempt_id));
    const totals = quizTotals(found);
    const chosen = chosenOf(found, attempts);
    const rows: QuizReportRow[] = [];
    const tell = (some: readonly QuizRow[]): void => {
      const own = some.flatMap(({ attempt_id }) => granted.get(bytesKey(attempt_id)) ?? []);
      rows.push(...quizRows(some, own, period.to));
    };
    await inSlices(chosen.length, (from, to) => tell(chosen.slice(from, to)), TOLD_AT_ONCE);
    return jsonInSlices({ ...quizHead(tenant, asked), totals, rows });
  }
}

function grouped(granted: Map<string, GrantedRow[]>, row: GrantedRow): void {
  const key = bytesKey(row.attempt_id);
  const known = granted.get(key);
  if (known) known.push(row);
  else granted.set(key, [row]);
}
