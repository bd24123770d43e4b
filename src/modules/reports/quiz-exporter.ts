import { Injectable } from '@nestjs/common';
import type { QuizReportRow } from '../../contract/quiz.responses';
import { Clock } from '../../common/clock';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';
import { batchByDaySql, type Direction } from './quiz-report.query';
import { groupByAttempt, quizRow, type JoinedRow } from './quiz-rows';
import { resolveQuizRequest, type QuizFilter } from './quiz-request';

const BATCH_SIZE = 999;

/** Streams the rows of the quiz report for an export, in batches, sorted by submission. */
@Injectable()
export class QuizExporter {
  constructor(
    private readonly queries: TenantQueries,
    private readonly clock: Clock,
  ) {}

  /** @throws DatesReversedError, NotFoundError */
  async *batches(tenant: Tenant, filter: QuizFilter, direction: Direction): AsyncGenerator<readonly QuizReportRow[]> {
    const { period, attemptFilter, attempts, values } = resolveQuizRequest(tenant, filter, this.clock.now());
    const asOf = { ...values, on: period.to, count: BATCH_SIZE, start: 0 };
    for (let last: JoinedRow | undefined, isOver = false; !isOver;) {
      const sql = batchByDaySql(tenant, attemptFilter, attempts, direction, last !== undefined);
      const keyset = last && { at: last.submitted_at, behind_id: last.attempt_id };
      const rows = await this.queries.rows<JoinedRow>(tenant, sql, { ...asOf, ...keyset });
      const batch = groupByAttempt(rows).map((attempt) => quizRow(attempt, period.to));
      if (batch.length) yield batch;
      isOver = batch.length < BATCH_SIZE;
      last = rows.at(-1);
    }
  }
}
