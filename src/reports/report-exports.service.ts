import { Injectable } from '@nestjs/common';
import { AT_ONCE } from '../contract/exports';
import { expiringSkills } from '../contract/expiring-skills.report';
import type { QuizReportRow } from '../contract/quiz-answers';
import {
  evidenceTrailReport,
  quizReport,
  skillHoldersReport,
  skillsOfPersonReport,
  skillWiseReport,
  targetedSkillsOfPerson,
  type ReportDefinition,
} from '../contract/reports';
import type { Written } from '../exports/document-maker';
import { TooMuchAtOnce, type Wish } from '../exports/export-desk';
import { dayAt } from '../platform/calendar';
import { Clock } from '../platform/clock';
import type { Tenant } from '../tenancy/tenant';
import { ExpiringService } from './expiring.service';
import { reportFacts, reportSays, rowColumns } from './export-words';
import type { MatrixReport } from './matrix-answer';
import type { MatrixBlock } from './matrix-block';
import { linesOf, matrixColumns, matrixLines, matrixShape } from './matrix-export';
import { PairReportsService } from './pair-reports.service';
import { QuizExport } from './quiz-export';
import { DOCUMENTS_ROWS, PAGES_COLUMNS, PAGES_ROWS, TooLargeForPages } from './report.errors';
import { periodOf, type ReportPeriod } from './report-period';
import { ReportSections, sectionsOf } from './report-sections';
import { filterOf, type Asked } from './reports.dto';
import { SkillMatrixService } from './skill-matrix.service';

/** How a report is asked for as a file. */
export type Wanted = Omit<Wish, 'query'> & { readonly asked: Asked };
type Rows = readonly Readonly<Record<string, unknown>>[];

/** What each report shows under the same filters, as something that can be written to a file. */
@Injectable()
export class ReportExports {
  constructor(
    private readonly matrices: SkillMatrixService,
    private readonly pairs: PairReportsService,
    private readonly expiries: ExpiringService,
    private readonly attempts: QuizExport,
    private readonly sections: ReportSections,
    private readonly clock: Clock,
  ) {}

  /** @throws DatesReversed, NotFound, TooLargeForPages */
  async skillMatrix(wanted: Wanted): Promise<Written> {
    return this.matrix(wanted, 'skill-matrix', 'menu.skil_matrix_report', false);
  }

  /** @throws as skillMatrix */
  async datewise(wanted: Wanted): Promise<Written> {
    return this.matrix(wanted, 'skill-matrix-datewise', 'menu.skil_matrix_report_datewise', true);
  }

  /** With a person, and for who sees only themselves: their rows. @throws as skillMatrix */
  async targeted(wanted: Wanted): Promise<Written> {
    const { tenant, asked } = wanted;
    if (!asked['staff_id'] && tenant.scope.kind !== 'self')
      return this.matrix(wanted, 'targeted-skills', 'menu.targeted_matrix_report_datewise', true);
    const { rows } = await this.pairs.targetsOfPerson(tenant, filterOf(asked as never));
    return this.rows(wanted, targetedSkillsOfPerson, rows);
  }

  /** Skills, the holders of one, the skills of a person, or what one level is made of. @throws as skillMatrix, TooManyCells */
  async skillWise(wanted: Wanted): Promise<Written> {
    const answer = await this.pairs.rows(wanted.tenant, filterOf(wanted.asked as never));
    return this.rows(wanted, PAIR_REPORTS[answer.report as keyof typeof PAIR_REPORTS], answer.rows as unknown as Rows);
  }

  /** @throws DatesReversed, NotFound, TooLargeForPages */
  async expiring(wanted: Wanted): Promise<Written> {
    const { rows } = await this.expiries.report(wanted.tenant, wanted.asked, [0, Number.MAX_SAFE_INTEGER]);
    return this.rows(wanted, expiringSkills, rows);
  }

  /** In one statement, however many attempts. @throws DatesReversed, NotFound, TooLargeForPages */
  async quiz(wanted: Wanted): Promise<Written> {
    const { tenant, asked, format, way } = wanted;
    const direction = asked['_order'] === 'asc' ? 'asc' : 'desc';
    const found = this.attempts.parts(tenant, asked as never, direction);
    if (format !== 'pdf') return this.listed(wanted, quizReport, found);
    const most = way === 'job' ? DOCUMENTS_ROWS : PAGES_ROWS;
    const rows: QuizReportRow[] = [];
    for await (const part of found) {
      rows.push(...part);
      if (rows.length > most) break;
    }
    return this.rows(wanted, quizReport, rows);
  }

  private async rows(wanted: Wanted, report: ReportDefinition, rows: Rows): Promise<Written> {
    const written = { ...this.listed(wanted, report, slicesOf(rows)), total: rows.length };
    if (wanted.format !== 'pdf' || rows.length <= PAGES_ROWS) return written;
    leaveToJob(wanted, rows.length, 0);
    if (rows.length > DOCUMENTS_ROWS) throw new TooLargeForPages(rows.length, 0, DOCUMENTS_ROWS);
    const { tenant, words } = wanted;
    const columns = rowColumns(report.columns, words);
    const departments = await this.sections.departments(tenant);
    const title = words.call(`reports.${report.name}.title`);
    // Rows of skills belong to no department: one document after the other.
    const by = rows[0]!['staff_id']
      ? { label: words.call(DEPARTMENT), nameOf: ({ staff_id }: Rows[number]) => departments.get(String(staff_id)) }
      : { label: words.call('kit.export.file.content'), nameOf: () => title };
    return { ...written, sections: sectionsOf(rows, by, (some) => cellsOf(slicesOf(some), columns)) };
  }

  private listed(wanted: Wanted, report: ReportDefinition, parts: AsyncIterable<Rows>): Written {
    const { tenant, asked, words } = wanted;
    const columns = rowColumns(report.columns, words);
    const period = this.period(tenant, asked);
    const isOfPeriod = report.filters.some(({ name }) => name === 'from');
    return {
      ...this.head(wanted, report.name, `reports.${report.name}.title`, period, isOfPeriod),
      columns,
      frozen: 1,
      parts: cellsOf(parts, columns),
    };
  }

  private async matrix(wanted: Wanted, report: MatrixReport, title: string, isOfPeriod: boolean): Promise<Written> {
    const { tenant, asked, format, words, way } = wanted;
    const filter = filterOf(asked as never);
    const { period, axes, blocks } = await this.matrices.parts(tenant, report, filter);
    const { length: total } = axes.staff;
    if (way === 'at_once' && total * axes.skills.length > AT_ONCE.cells) throw new TooMuchAtOnce();
    const isNarrow = format === 'pdf';
    const first = (await blocks.next()).value as MatrixBlock;
    const isWhole = first.staff.length === total;
    const shape = matrixShape(first, isWhole, { report, filter, period, isNarrow });
    const written = {
      ...this.head(wanted, report, title, period, isOfPeriod),
      columns: matrixColumns(first, shape, words),
      frozen: 3,
      total,
    };
    const all = async function* () {
      yield first;
      yield* blocks;
    };
    const parts = async function* () {
      for await (const block of all()) {
        const { rows, line } = await matrixLines(block, shape);
        yield* linesOf(line, rows);
      }
    };
    if (!isNarrow || (total <= PAGES_ROWS && shape.skills.length <= PAGES_COLUMNS))
      return { ...written, parts: parts() };
    leaveToJob(wanted, total, shape.skills.length);
    const departments = await this.sections.departments(tenant);
    const label = words.call(DEPARTMENT);
    const sections = async function* () {
      for await (const block of all()) {
        const { rows, line } = await matrixLines(block, shape);
        const by = { label, nameOf: (row: number) => departments.get(block.staff[row]!.id) };
        yield* sectionsOf(rows, by, (some) => linesOf(line, some), shape.skills.length);
      }
    };
    return { ...written, parts: parts(), sections: sections() };
  }

  private head(
    { tenant, asked, words }: Wanted,
    report: string,
    title: string,
    period: ReportPeriod,
    isOfPeriod: boolean,
  ) {
    const { format: _format, lang: _lang, csv_for: _csvFor, ...filters } = asked;
    return {
      name: report,
      title: words.call(title),
      says: reportSays(report, words, period, tenant.time_zone),
      facts: reportFacts(words, period, isOfPeriod, asked),
      what: 'report' as const,
      asked: { filters },
    };
  }

  private period({ time_zone, financial_year_start_month }: Tenant, { from, to }: Asked): ReportPeriod {
    return periodOf(from, to, dayAt(this.clock.now(), time_zone), financial_year_start_month);
  }
}

const PAIR_REPORTS = {
  'skill-wise': skillWiseReport,
  'skill-holders': skillHoldersReport,
  'skills-of-person': skillsOfPersonReport,
  'evidence-trail': evidenceTrailReport,
} as const;

const DEPARTMENT = 'staff.fields.department_id';

/** A page has an end: what goes beyond is several documents, which take their time. @throws TooMuchAtOnce, TooLargeForPages */
function leaveToJob({ way }: Wanted, rows: number, columns: number): void {
  if (way === 'at_once') throw new TooMuchAtOnce();
  if (way === 'whole') throw new TooLargeForPages(rows, columns);
}

const ROWS_AT_ONCE = 64;

async function* slicesOf(rows: Rows): AsyncGenerator<Rows> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) yield rows.slice(from, from + ROWS_AT_ONCE);
}

async function* cellsOf(parts: AsyncIterable<Rows>, columns: ReturnType<typeof rowColumns>) {
  for await (const rows of parts) yield rows.map((row) => columns.map(({ cell }) => cell(row)));
}
