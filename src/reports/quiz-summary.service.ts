import { Injectable } from '@nestjs/common';
import type { QuizSummaryAnswer } from '../contract/quiz-answers';
import { Clock } from '../platform/clock';
import { mean, percentOfAll } from '../platform/half-up';
import { idFromBytes } from '../platform/ids';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import { AnswerCache } from './answer-cache';
import { bytesKey } from './bytes-key';
import {
  binsOf,
  sumsByTraining,
  sumsOfScores,
  sumsOfTries,
  TITLES,
  type ScoreSums,
  type TrainingSums,
  type TrySums,
} from './quiz-summary.query';
import { askedOf, quizHead, type QuizAsked, type QuizFilter } from './quiz-window';
import { ReportQueue } from './report-queue';

/** Trainings that the chart of pass rates shows. */
const TRAININGS = 10;
const SUMMARY_BYTES = 4_000;

/** What all rows of the quiz report add up to (reports.md §4, Totals and Chart), added up by the database however many they are. */
@Injectable()
export class QuizSummary {
  constructor(
    private readonly queries: TenantQueries,
    private readonly answers: AnswerCache,
    private readonly queue: ReportQueue,
    private readonly clock: Clock,
  ) {}

  /** Computed once for all who ask, until another attempt ends. @throws DatesReversed, NotFound */
  async of(tenant: Tenant, filter: QuizFilter): Promise<QuizSummaryAnswer> {
    const asked = askedOf(tenant, { ...filter, attempts: 'all' }, this.clock.now());
    const { period, narrow, isLong } = asked;
    const { trainings, ...sums } = await this.answers.of(tenant, {
      of: ['quiz', period.from, period.to, narrow.staff_id, narrow.training_id],
      edition: `${tenant.attempt_version}.${tenant.directory_version}`,
      isLong,
      make: () => this.made(tenant, asked),
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
        pass_rate: percentOfAll(passed, attempts),
      })),
    };
  }

  /** One after the other: each statement has a time limit (platform/database/deadline.ts). */
  private async made(tenant: Tenant, { narrow, values, isLong }: QuizAsked) {
    const read = async <R>(sql: string): Promise<R[]> => {
      const rows: R[] = [];
      const each = () => this.queries.each<R>(tenant, sql, values, (row) => rows.push(row));
      await (isLong ? this.queue.statement(each) : each());
      return rows;
    };
    const trainings = await read<TrainingSums>(sumsByTraining(tenant, narrow));
    const [tries] = await read<TrySums>(sumsOfTries(tenant, narrow));
    const [scores] = await read<ScoreSums>(sumsOfScores(tenant, narrow));
    const sum = (name: Exclude<keyof TrainingSums, 'training_id'>): number =>
      trainings.reduce((all, each) => all + Number(each[name]), 0);
    const { lowest_mark, highest_mark } = scores!;
    return {
      totals: {
        attempts: sum('attempts'),
        people: Number(tries!.people),
        pass_rate: percentOfAll(sum('passed'), sum('attempts')),
        first_try_pass_rate: percentOfAll(Number(tries!.firsts_passed), Number(tries!.firsts)),
        mean_best: mean(sum('best'), 100 * sum('pairs')),
        mean_tries_to_pass: mean(Number(tries!.tries ?? 0), Number(tries!.passes)),
      },
      scores: binsOf(scores!),
      pass_mark: lowest_mark !== null && Number(lowest_mark) === Number(highest_mark) ? Number(lowest_mark) : null,
      trainings: lowestOf(trainings),
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

/** Those with the lowest pass rate; of equal ones those with most attempts. */
function lowestOf(trainings: readonly TrainingSums[]) {
  return trainings
    .map(({ training_id, attempts, passed }) => ({ training_id, attempts: Number(attempts), passed: Number(passed) }))
    .sort(
      (a, b) =>
        a.passed / a.attempts - b.passed / b.attempts ||
        b.attempts - a.attempts ||
        Buffer.compare(a.training_id, b.training_id),
    )
    .slice(0, TRAININGS);
}
