import { Injectable } from '@nestjs/common';
import { SYNC_EXPORT_LIMITS } from '../../contract/exports';
import { expiringSkills } from '../../contract/expiring-skills.report';
import type { QuizReportRow } from '../../contract/quiz.responses';
import {
  evidenceTrailReport,
  quizReport,
  skillHoldersReport,
  skillsOfPersonReport,
  skillWiseReport,
  targetedSkillsOfPerson,
  type ReportDefinition,
} from '../../contract/reports';
import type { ExportContent } from '../exports/export-file.factory';
import { ExportTooLargeError, type ExportContext } from '../exports/exports.service';
import { dayAt } from '../../common/calendar';
import { Clock } from '../../common/clock';
import type { Tenant } from '../../tenancy/tenant';
import { ExpiringSkillsReportService } from './expiring-skills-report.service';
import { reportFacts, reportDefinitionText, rowColumns } from './report-document';
import type { MatrixReport } from './matrix-answer';
import type { MatrixBlock } from './matrix-block';
import { batchLines, matrixColumns, matrixLines, buildMatrixLayout } from './matrix-export';
import { PairReportsService } from './pair-reports.service';
import { QuizExporter } from './quiz-exporter';
import { PDF_DOCUMENTS_ROWS_MAX, PDF_COLUMNS_MAX, PDF_ROWS_MAX, TooLargeForPdfError } from './report.errors';
import { periodOf, type ReportPeriod } from './report-period';
import { ReportSectionsService, splitIntoSections } from './report-sections.service';
import { toMatrixFilter, type ReportFilters } from './reports.dto';
import { SkillMatrixService } from './skill-matrix.service';

export type ReportExportRequest = Omit<ExportContext, 'query'> & { readonly query: ReportFilters };
type Rows = readonly Readonly<Record<string, unknown>>[];

/** Builds the export document of each report, with the same filters as on screen. */
@Injectable()
export class ReportExportsService {
  constructor(
    private readonly matrices: SkillMatrixService,
    private readonly pairs: PairReportsService,
    private readonly expiries: ExpiringSkillsReportService,
    private readonly attempts: QuizExporter,
    private readonly sections: ReportSectionsService,
    private readonly clock: Clock,
  ) {}

  /** @throws DatesReversedError, NotFoundError, TooLargeForPdfError */
  async skillMatrix(request: ReportExportRequest): Promise<ExportContent> {
    return this.matrix(request, 'skill-matrix', 'menu.skil_matrix_report', false);
  }

  /** @throws as skillMatrix */
  async datewise(request: ReportExportRequest): Promise<ExportContent> {
    return this.matrix(request, 'skill-matrix-datewise', 'menu.skil_matrix_report_datewise', true);
  }

  /** With a staff filter, or for a learner: the rows of that person. @throws as skillMatrix */
  async targeted(request: ReportExportRequest): Promise<ExportContent> {
    const { tenant, query } = request;
    if (!query['staff_id'] && tenant.scope.kind !== 'self')
      return this.matrix(request, 'targeted-skills', 'menu.targeted_matrix_report_datewise', true);
    const { rows } = await this.pairs.targetsOfPerson(tenant, toMatrixFilter(query as never));
    return this.rows(request, targetedSkillsOfPerson, rows);
  }

  /** The filter selects the report, as in PairReportsService.skillWise. @throws as skillMatrix, TooManyCellsError */
  async skillWise(request: ReportExportRequest): Promise<ExportContent> {
    const answer = await this.pairs.rows(request.tenant, toMatrixFilter(request.query as never));
    return this.rows(request, PAIR_REPORTS[answer.report as keyof typeof PAIR_REPORTS], answer.rows as unknown as Rows);
  }

  /** @throws DatesReversedError, NotFoundError, TooLargeForPdfError */
  async expiring(request: ReportExportRequest): Promise<ExportContent> {
    const { rows } = await this.expiries.report(request.tenant, request.query, [0, Number.MAX_SAFE_INTEGER]);
    return this.rows(request, expiringSkills, rows);
  }

  /** @throws DatesReversedError, NotFoundError, TooLargeForPdfError */
  async quiz(request: ReportExportRequest): Promise<ExportContent> {
    const { tenant, query, format, mode } = request;
    const direction = query['_order'] === 'asc' ? 'asc' : 'desc';
    const batches = this.attempts.batches(tenant, query as never, direction);
    if (format !== 'pdf') return this.buildList(request, quizReport, batches);
    const maxRows = mode === 'job' ? PDF_DOCUMENTS_ROWS_MAX : PDF_ROWS_MAX;
    const rows: QuizReportRow[] = [];
    for await (const batch of batches) {
      rows.push(...batch);
      if (rows.length > maxRows) break;
    }
    return this.rows(request, quizReport, rows);
  }

  private async rows(request: ReportExportRequest, report: ReportDefinition, rows: Rows): Promise<ExportContent> {
    const content = { ...this.buildList(request, report, inSlices(rows)), total: rows.length };
    if (request.format !== 'pdf' || rows.length <= PDF_ROWS_MAX) return content;
    refuseTooLarge(request, rows.length, 0);
    if (rows.length > PDF_DOCUMENTS_ROWS_MAX) throw new TooLargeForPdfError(rows.length, 0, PDF_DOCUMENTS_ROWS_MAX);
    const { tenant, texts } = request;
    const columns = rowColumns(report.columns, texts);
    const departments = await this.sections.departments(tenant);
    const title = texts.get(`reports.${report.name}.title`);
    // Rows without a staff member have no department: they are split by size only.
    const grouping = rows[0]!['staff_id']
      ? { label: texts.get(DEPARTMENT), nameOf: ({ staff_id }: Rows[number]) => departments.get(String(staff_id)) }
      : { label: texts.get('kit.export.file.content'), nameOf: () => title };
    return { ...content, sections: splitIntoSections(rows, grouping, (slice) => toCells(inSlices(slice), columns)) };
  }

  private buildList(request: ReportExportRequest, report: ReportDefinition, parts: AsyncIterable<Rows>): ExportContent {
    const { tenant, query, texts } = request;
    const columns = rowColumns(report.columns, texts);
    const period = this.period(tenant, query);
    const isOfPeriod = report.filters.some(({ name }) => name === 'from');
    return {
      ...this.head(request, report.name, `reports.${report.name}.title`, period, isOfPeriod),
      columns,
      frozen: 1,
      parts: toCells(parts, columns),
    };
  }

  private async matrix(
    request: ReportExportRequest,
    report: MatrixReport,
    title: string,
    isOfPeriod: boolean,
  ): Promise<ExportContent> {
    const { tenant, query, format, texts, mode } = request;
    const filter = toMatrixFilter(query as never);
    const { period, axes, blocks } = await this.matrices.exportData(tenant, report, filter);
    const { length: total } = axes.staff;
    if (mode === 'at_once' && total * axes.skills.length > SYNC_EXPORT_LIMITS.cells) throw new ExportTooLargeError();
    const isNarrow = format === 'pdf';
    const first = (await blocks.next()).value as MatrixBlock;
    const isWhole = first.staff.length === total;
    const layout = buildMatrixLayout(first, isWhole, { report, filter, period, isNarrow });
    const content = {
      ...this.head(request, report, title, period, isOfPeriod),
      columns: matrixColumns(first, layout, texts),
      frozen: 3,
      total,
    };
    const allBlocks = async function* () {
      yield first;
      yield* blocks;
    };
    const parts = async function* () {
      for await (const block of allBlocks()) {
        const { rows, line } = await matrixLines(block, layout);
        yield* batchLines(line, rows);
      }
    };
    if (!isNarrow || (total <= PDF_ROWS_MAX && layout.skills.length <= PDF_COLUMNS_MAX))
      return { ...content, parts: parts() };
    refuseTooLarge(request, total, layout.skills.length);
    const departments = await this.sections.departments(tenant);
    const label = texts.get(DEPARTMENT);
    const sections = async function* () {
      for await (const block of allBlocks()) {
        const { rows, line } = await matrixLines(block, layout);
        const grouping = { label, nameOf: (row: number) => departments.get(block.staff[row]!.id) };
        yield* splitIntoSections(rows, grouping, (slice) => batchLines(line, slice), layout.skills.length);
      }
    };
    return { ...content, parts: parts(), sections: sections() };
  }

  private head(
    { tenant, query: parameters, texts }: ReportExportRequest,
    report: string,
    title: string,
    period: ReportPeriod,
    isOfPeriod: boolean,
  ): Pick<ExportContent, 'name' | 'title' | 'summary' | 'facts' | 'workload' | 'auditPayload'> {
    const { format: _format, lang: _lang, csv_for: _csvFor, ...filters } = parameters;
    return {
      name: report,
      title: texts.get(title),
      summary: reportDefinitionText(report, texts, period, tenant.time_zone),
      facts: reportFacts(texts, period, isOfPeriod, parameters),
      workload: 'report' as const,
      auditPayload: { filters },
    };
  }

  private period({ time_zone, financial_year_start_month }: Tenant, { from, to }: ReportFilters): ReportPeriod {
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

/** A large PDF becomes several documents, which only a job creates. @throws ExportTooLargeError, TooLargeForPdfError */
function refuseTooLarge({ mode }: ReportExportRequest, rows: number, columns: number): void {
  if (mode === 'at_once') throw new ExportTooLargeError();
  if (mode === 'whole') throw new TooLargeForPdfError(rows, columns);
}

const ROWS_AT_ONCE = 64;

async function* inSlices(rows: Rows): AsyncGenerator<Rows> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) yield rows.slice(from, from + ROWS_AT_ONCE);
}

async function* toCells(parts: AsyncIterable<Rows>, columns: ReturnType<typeof rowColumns>) {
  for await (const rows of parts) yield rows.map((row) => columns.map(({ cell }) => cell(row)));
}
