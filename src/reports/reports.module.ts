import { Module } from '@nestjs/common';
import { AnswerCache } from './answer-cache';
import { ExplainService } from './explain.service';
import { PairReportsService } from './pair-reports.service';
import { QuizReportService } from './quiz-report.service';
import { ReportQueue } from './report-queue';
import { ReportsRest } from './reports.rest';
import { SkillMatrixService } from './skill-matrix.service';

/** Reads the tables of all floors below, through TenantQueries; writes none. */
@Module({
  controllers: [ReportsRest],
  providers: [ReportQueue, AnswerCache, SkillMatrixService, PairReportsService, ExplainService, QuizReportService],
  exports: [SkillMatrixService, PairReportsService],
})
export class ReportsModule {}
