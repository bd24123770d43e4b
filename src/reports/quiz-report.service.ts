import { Injectable } from '@nestjs/common';
import type { QuizSummaryAnswer, QuizReportRow } from '../contract/quiz-answers';
import { COUNT_MAX } from '../contract/list-dialect';
import { inSlices } from '../platform/breath';
import { Clock } from '../platform/clock';
import { percent } from '../platform/half-up';
import { idFromBytes } from '../platform/ids';
import { jsonInSlices } from '../platform/json-in-slices';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import { AnswerCache } from './answer-cache';
import { bytesKey } from './bytes-key';
import type { GrantedRow } from './granted-skills';
import { summedUp, TITLES, wholeReport } from './quiz-report.query';
import { chosenOf, quizRows, type QuizRow } from './quiz-rows';
import { QuizSums, type SummedRow } from './quiz-sums';
import { askedOf, quizHead, type QuizAsked, type QuizFilter } from './quiz-window';
import { ReportQueue } from './report-queue';
import { TooManyRows } from './report.errors';

type AnyRow = (QuizRow & { part: 'attempt'; try_no: number }) | (GrantedRow & { part: 'granted' });

/** Trainings that the chart of pass rates shows. */
const TRAININGS = 10;
const SUMMARY_BYTES = 4_000;
/** Rows between two looks at the clock. */
const TOLD_AT_ONCE = 100;

/** "Who took what, how well?" (reports.md §4): all of it at once, and what it adds up to. */
@Injectable()
export class QuizReportService {
  constructor(
    private readonly queries: TenantQueries,
    private readonly answers: AnswerCache,
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
    const { totals } = sumsOf(found).made(0);
    const chosen = chosenOf(found, attempts);
    const rows: QuizReportRow[] = [];
    const tell = (some: readonly QuizRow[]): void => {
      const own = some.flatMap(({ attempt_id }) => granted.get(bytesKey(attempt_id)) ?? []);
      rows.push(...quizRows(some, own, period.to));
    };
    await inSlices(chosen.length, (from, to) => tell(chosen.slice(from, to)), TOLD_AT_ONCE);
    return jsonInSlices({ ...quizHead(tenant, asked), totals, rows });
  }

  /** Over all rows, however many: computed once for all who ask, until another attempt ends. @throws DatesReversed, NotFound */
  async summary(tenant: Tenant, filter: QuizFilter): Promise<QuizSummaryAnswer> {
    const asked = askedOf(tenant, { ...filter, attempts: 'all' }, this.clock.now());
    const { period, narrow, values, isLong } = asked;
    const { trainings, ...sums } = await this.answers.of(tenant, {
      of: ['quiz', period.from, period.to, narrow.staff_id, narrow.training_id],
      edition: `${tenant.attempt_version}.${tenant.directory_version}`,
      isLong,
      make: async () => {
        const made = new QuizSums();
        await this.queries.each<SummedRow>(tenant, summedUp(tenant, narrow), values, (row) => made.add(row));
        return made.made(TRAININGS);
      },
      size: () => SUMMARY_BYTES,
    });
    const titles = await this.titles(tenant, trainings);
    return {
      ...quizHead(tenant, asked),
      ...sums,
      trainings: trainings.map(({ training_id, attempts, passed }) => ({
        training_id: idFromBytes(training_id),
        title: titles.get(bytesKey(training_id)) ?? '',
        attempts,
        pass_rate: percent(passed, attempts),
      })),
    };
  }

  /** As they are called now: a name is no figure. */
  private async titles(
    tenant: Tenant,
    trainings: readonly { training_id: Uint8Array }[],
  ): Promise<Map<string, string>> {
    const training_id = trainings.map((each) => each.training_id);
    if (!training_id.length) return new Map();
    const rows = await this.queries.rows<{ training_id: Uint8Array; title: string }>(tenant, TITLES, { training_id });
    return new Map(rows.map((row) => [bytesKey(row.training_id), row.title]));
  }
}

function grouped(granted: Map<string, GrantedRow[]>, row: GrantedRow): void {
  const key = bytesKey(row.attempt_id);
  const known = granted.get(key);
  if (known) known.push(row);
  else granted.set(key, [row]);
}

function sumsOf(rows: readonly SummedRow[]): QuizSums {
  const sums = new QuizSums();
  for (const row of rows.toSorted((a, b) => Buffer.compare(a.staff_id, b.staff_id))) sums.add(row);
  return sums;
}
