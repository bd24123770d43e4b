import { Module } from '@nestjs/common';
import { ExplainService } from './explain.service';
import { PairReportsService } from './pair-reports.service';
import { QuizReportService } from './quiz-report.service';
import { ReportsRest } from './reports.rest';
import { SkillMatrixService } from './skill-matrix.service';
import { SummaryCache } from './summary-cache';

/** Reads the tables of all floors below, through TenantQueries; writes none. */
@Module({
  controllers: [ReportsRest],
  providers: [SummaryCache, SkillMatrixService, PairReportsService, ExplainService, QuizReportService],
  exports: [SkillMatrixService, PairReportsService],
})
export class ReportsModule {}
