import { Injectable } from '@nestjs/common';
import type { QuizSummaryResponse } from '../../contract/quiz.responses';
import { Clock } from '../../common/clock';
import { mean, progressPercent } from '../../common/rounding';
import { idFromBytes } from '../../common/ids';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';
import { AnswerCache } from './answer-cache';
import { bytesKey } from './bytes-key';
import {
  binsOf,
  sumsByTraining,
  sumsOfScores,
  sumsOfTries,
  TITLES_SQL,
  type ScoreSums,
  type TrainingSums,
  type TrySums,
} from './quiz-summary.query';
import { resolveQuizRequest, quizHead, type QuizRequest, type QuizFilter } from './quiz-request';
import { ReportQueue } from './report-queue';

/** Trainings in the pass rate chart. */
const CHART_TRAININGS = 10;
const SUMMARY_BYTES = 4_000;

/** Totals and charts of the quiz report, computed by the database. */
@Injectable()
export class QuizSummaryService {
  constructor(
    private readonly queries: TenantQueries,
    private readonly answers: AnswerCache,
    private readonly queue: ReportQueue,
    private readonly clock: Clock,
  ) {}

  /** Cached until another attempt ends. @throws DatesReversedError, NotFoundError */
  async getSummary(tenant: Tenant, filter: QuizFilter): Promise<QuizSummaryResponse> {
    const request = resolveQuizRequest(tenant, { ...filter, attempts: 'all' }, this.clock.now());
    const { period, attemptFilter, isLong } = request;
    const { trainings, ...sums } = await this.answers.getOrCompute(tenant, {
      key: ['quiz', period.from, period.to, attemptFilter.staff_id, attemptFilter.training_id],
      dataVersion: `${tenant.attempt_version}.${tenant.directory_version}`,
      isLong,
      compute: () => this.computeSums(tenant, request),
      sizeOf: () => SUMMARY_BYTES,
    });
    const titles = await this.titles(tenant, trainings);
    return {
      ...quizHead(tenant, request),
      ...sums,
      trainings: trainings.map(({ training_id, attempts, passed }) => ({
        training_id: idFromBytes(training_id),
        title: titles.get(bytesKey(training_id)) ?? '',
        attempts,
        pass_rate: progressPercent(passed, attempts),
      })),
    };
  }

  /** Separate statements, since each has a time limit (infrastructure/database/deadline.ts). */
  private async computeSums(tenant: Tenant, { attemptFilter, values, isLong }: QuizRequest) {
    const read = async <R>(sql: string): Promise<R[]> => {
      const rows: R[] = [];
      const each = () => this.queries.each<R>(tenant, sql, values, (row) => rows.push(row));
      await (isLong ? this.queue.runStatement(each) : each());
      return rows;
    };
    const trainings = await read<TrainingSums>(sumsByTraining(tenant, attemptFilter));
    const [tries] = await read<TrySums>(sumsOfTries(tenant, attemptFilter));
    const [scores] = await read<ScoreSums>(sumsOfScores(tenant, attemptFilter));
    const sum = (name: Exclude<keyof TrainingSums, 'training_id'>): number =>
      trainings.reduce((all, each) => all + Number(each[name]), 0);
    const { lowest_mark, highest_mark } = scores!;
    return {
      totals: {
        attempts: sum('attempts'),
        people: Number(tries!.people),
        pass_rate: progressPercent(sum('passed'), sum('attempts')),
        first_try_pass_rate: progressPercent(Number(tries!.firsts_passed), Number(tries!.firsts)),
        mean_best: mean(sum('best'), 100 * sum('pairs')),
        mean_tries_to_pass: mean(Number(tries!.tries ?? 0), Number(tries!.passes)),
      },
      scores: binsOf(scores!),
      pass_mark: lowest_mark !== null && Number(lowest_mark) === Number(highest_mark) ? Number(lowest_mark) : null,
      trainings: lowestPassRates(trainings),
    };
  }

  /** Current titles; they are not part of the cached answer. */
  private async titles(
    tenant: Tenant,
    trainings: readonly { training_id: Uint8Array }[],
  ): Promise<Map<string, string>> {
    const training_id = trainings.map((each) => each.training_id);
    if (!training_id.length) return new Map();
    const rows = await this.queries.rows<{ training_id: Uint8Array; title: string }>(tenant, TITLES_SQL, {
      training_id,
    });
    return new Map(rows.map((row) => [bytesKey(row.training_id), row.title]));
  }
}

/** Trainings with the lowest pass rate; ties: most attempts first. */
function lowestPassRates(trainings: readonly TrainingSums[]) {
  return trainings
    .map(({ training_id, attempts, passed }) => ({ training_id, attempts: Number(attempts), passed: Number(passed) }))
    .sort(
      (a, b) =>
        a.passed / a.attempts - b.passed / b.attempts ||
        b.attempts - a.attempts ||
        Buffer.compare(a.training_id, b.training_id),
    )
    .slice(0, CHART_TRAININGS);
}
