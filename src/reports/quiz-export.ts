import { Injectable } from '@nestjs/common';
import type { QuizReportRow } from '../contract/quiz-answers';
import { Clock } from '../platform/clock';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import { batchByDay, type Direction } from './quiz-report.query';
import { attemptsOf, quizRow, type JoinedRow } from './quiz-rows';
import { askedOf, type QuizFilter } from './quiz-window';

/** Attempts in one batch. */
const BATCH = 999;

/** All rows of the quiz report's filters in the order of days, read in batches while they are taken: what an export is made of. */
@Injectable()
export class QuizExport {
  constructor(
    private readonly queries: TenantQueries,
    private readonly clock: Clock,
  ) {}

  /** @throws DatesReversed, NotFound */
  async *parts(tenant: Tenant, filter: QuizFilter, direction: Direction): AsyncGenerator<readonly QuizReportRow[]> {
    const { period, narrow, attempts, values } = askedOf(tenant, filter, this.clock.now());
    const asOf = { ...values, on: period.to, count: BATCH, start: 0 };
    for (let last: JoinedRow | undefined, isOver = false; !isOver;) {
      const sql = batchByDay(tenant, narrow, attempts, direction, last !== undefined);
      const behind = last && { at: last.submitted_at, behind_id: last.attempt_id };
      const rows = await this.queries.rows<JoinedRow>(tenant, sql, { ...asOf, ...behind });
      const batch = attemptsOf(rows).map((told) => quizRow(told, period.to));
      if (batch.length) yield batch;
      isOver = batch.length < BATCH;
      last = rows.at(-1);
    }
  }
}
