import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { quizReportSchema, quizSummarySchema } from '../../contract/quiz.responses';
import { LIST_HEADERS } from '../../infrastructure/rest/api-list';
import { respondWithPage, type HeaderWriter } from '../../common/rest/page-response';
import { Allow, CurrentTenant } from '../../tenancy/access.decorators';
import { ReadFromReplica } from '../../tenancy/replica-read.interceptor';
import type { Tenant } from '../../tenancy/tenant';
import { QuizPagesService } from './quiz-pages.service';
import { parsePaging, QuizQuery, QuizTotalsQuery } from './quiz-report.dto';
import { QuizReportService } from './quiz-report.service';
import { QuizSummaryService } from './quiz-summary.service';
import { ApiAnswer, ApiAnswerWith, asJson, READERS, type ReportReply } from './reports.controller';

@ApiTags('Reports')
@Controller('api/reports/quiz')
@ReadFromReplica()
export class QuizReportController {
  constructor(
    private readonly report: QuizReportService,
    private readonly pages: QuizPagesService,
    private readonly summaryService: QuizSummaryService,
  ) {}

  @Get()
  @Allow(...READERS)
  @ApiOperation({
    summary: 'Quiz report: attempts and results; complete up to 10,000 rows, or paged like lists with totals null',
  })
  @ApiAnswerWith(LIST_HEADERS, quizReportSchema)
  async rows(
    @CurrentTenant() tenant: Tenant,
    @Query() query: QuizQuery,
    @Res({ passthrough: true }) reply: HeaderWriter & ReportReply,
  ) {
    const paging = parsePaging(query);
    if (!paging) return asJson(reply, await this.report.getWholeReport(tenant, query));
    const { head, page } = await this.pages.page(tenant, query, paging);
    return { ...head, rows: respondWithPage(reply, page), totals: null };
  }

  @Get('summary')
  @Allow(...READERS)
  @ApiOperation({ summary: 'Quiz report totals of all filtered rows: scores and pass rates' })
  @ApiAnswer(quizSummarySchema)
  summary(@CurrentTenant() tenant: Tenant, @Query() query: QuizTotalsQuery) {
    return this.summaryService.getSummary(tenant, query);
  }
}
