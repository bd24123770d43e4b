import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { QuizReportRow } from '../contract/quiz-answers';
import { quizReport } from '../contract/reports';
import { Clock } from '../platform/clock';
import { CsvDownloads } from '../platform/csv-download';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import type { GrantedRow } from './granted-skills';
import { exportedReport, type Direction } from './quiz-report.query';
import { quizRows, type QuizRow } from './quiz-rows';
import { askedOf, type QuizFilter } from './quiz-window';

const COLUMNS = quizReport.columns.map(({ name }) => name as keyof QuizReportRow);
/** An attempt beside one of the skills that it granted and one of that one's spans; nulls where there is none. */
type ExportedRow = QuizRow & (GrantedRow | Record<keyof Omit<GrantedRow, 'attempt_id'>, null>);

/** The quiz report as CSV: all rows of the filters in the order of days, by one statement. */
@Injectable()
export class QuizExport {
  constructor(
    private readonly queries: TenantQueries,
    private readonly clock: Clock,
    private readonly downloads: CsvDownloads,
  ) {}

  /** @throws DatesReversed, NotFound */
  csv(tenant: Tenant, filter: QuizFilter, direction: Direction): Promise<Readable> {
    const parts = this.parts(tenant, filter, direction);
    return this.downloads.open({
      what: 'report',
      columns: COLUMNS,
      parts,
      cells: (row) => COLUMNS.map((name) => row[name]),
    });
  }

  private async *parts(
    tenant: Tenant,
    filter: QuizFilter,
    direction: Direction,
  ): AsyncGenerator<readonly QuizReportRow[]> {
    const { period, narrow, attempts, values } = askedOf(tenant, filter, this.clock.now());
    const sql = exportedReport(tenant, narrow, attempts, direction);
    const rowsOf = (some: readonly ExportedRow[]) => quizRows(attemptsOf(some), some.filter(isGrant), period.to);
    let rows: ExportedRow[] = [];
    for await (const part of this.queries.parts<ExportedRow>(tenant, sql, { ...values, on: period.to })) {
      rows.push(...part);
      // More of the last attempt may come.
      const whole = rows.findLastIndex((row) => !isSame(row, rows.at(-1)!)) + 1;
      if (whole) yield rowsOf(rows.slice(0, whole));
      rows = rows.slice(whole);
    }
    if (rows.length) yield rowsOf(rows);
  }
}

const isSame = (one: QuizRow, other: QuizRow): boolean => Buffer.compare(one.attempt_id, other.attempt_id) === 0;
const attemptsOf = (rows: readonly ExportedRow[]): QuizRow[] =>
  rows.filter((row, at) => at === 0 || !isSame(row, rows[at - 1]!));
const isGrant = (row: ExportedRow): row is QuizRow & GrantedRow => row.evidence_id !== null;
