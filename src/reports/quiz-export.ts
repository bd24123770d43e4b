import { Injectable } from '@nestjs/common';
import type { QuizReportRow } from '../contract/quiz-answers';
import { Clock } from '../platform/clock';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import { exportedReport, type Direction } from './quiz-report.query';
import { attemptsOf, isSameAttempt, quizRow, type JoinedRow } from './quiz-rows';
import { askedOf, type QuizFilter } from './quiz-window';

/** All rows of the quiz report's filters in the order of days, by one statement: what an export is made of. */
@Injectable()
export class QuizExport {
  constructor(
    private readonly queries: TenantQueries,
    private readonly clock: Clock,
  ) {}

  /** @throws DatesReversed, NotFound */
  async *parts(tenant: Tenant, filter: QuizFilter, direction: Direction): AsyncGenerator<readonly QuizReportRow[]> {
    const { period, narrow, attempts, values } = askedOf(tenant, filter, this.clock.now());
    const sql = exportedReport(tenant, narrow, attempts, direction);
    const rowsOf = (some: readonly JoinedRow[]) => attemptsOf(some).map((told) => quizRow(told, period.to));
    let rows: JoinedRow[] = [];
    for await (const part of this.queries.parts<JoinedRow>(tenant, sql, { ...values, on: period.to })) {
      rows.push(...part);
      // More of the last attempt may come.
      const whole = rows.findLastIndex((row) => !isSameAttempt(row, rows.at(-1)!)) + 1;
      if (whole) yield rowsOf(rows.slice(0, whole));
      rows = rows.slice(whole);
    }
    if (rows.length) yield rowsOf(rows);
  }
}
