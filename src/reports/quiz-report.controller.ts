import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { quizAnswer, quizSummaryAnswer } from '../contract/quiz-answers';
import { LIST_HEADERS } from '../platform/definitions/api-list';
import { answerPage, type Answer } from '../platform/definitions/page-answer';
import { Allow, CurrentTenant } from '../tenancy/access';
import { ReadsReplica } from '../tenancy/reads-replica.interceptor';
import type { Tenant } from '../tenancy/tenant';
import { QuizPages } from './quiz-pages.service';
import { pagingOf, QuizQuery, QuizTotalsQuery } from './quiz-report.dto';
import { QuizReportService } from './quiz-report.service';
import { QuizSummary } from './quiz-summary.service';
import { ApiAnswer, ApiAnswerWith, asJson, READERS, type ReportReply } from './reports.controller';

@ApiTags('Reports')
@Controller('api/reports/quiz')
@ReadsReplica()
export class QuizReportController {
  constructor(
    private readonly report: QuizReportService,
    private readonly pages: QuizPages,
    private readonly sums: QuizSummary,
  ) {}

  @Get()
  @Allow(...READERS)
  @ApiOperation({
    summary: 'Quiz report: attempts and results; complete up to 10,000 rows, or paged like lists with totals null',
  })
  @ApiAnswerWith(LIST_HEADERS, quizAnswer)
  async rows(
    @CurrentTenant() tenant: Tenant,
    @Query() query: QuizQuery,
    @Res({ passthrough: true }) reply: Answer & ReportReply,
  ) {
    const paging = pagingOf(query);
    if (!paging) return asJson(reply, await this.report.whole(tenant, query));
    const { head, page } = await this.pages.page(tenant, query, paging);
    return { ...head, rows: answerPage(reply, page), totals: null };
  }

  @Get('summary')
  @Allow(...READERS)
  @ApiOperation({ summary: 'Quiz report totals of all filtered rows: scores and pass rates' })
  @ApiAnswer(quizSummaryAnswer)
  summary(@CurrentTenant() tenant: Tenant, @Query() query: QuizTotalsQuery) {
    return this.sums.of(tenant, query);
  }
}
