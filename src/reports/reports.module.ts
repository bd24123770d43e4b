import { Module } from '@nestjs/common';
import { expiringSkills } from '../contract/expiring-skills.report';
import {
  quizReport,
  skillMatrixDatewiseReport,
  skillMatrixReport,
  skillWiseReport,
  targetedSkillsReport,
} from '../contract/reports';
import { DocumentsModule } from '../exports/exports.module';
import { TrainingsModule } from '../trainings/trainings.module';
import { AnswerCache } from './answer-cache';
import { AttentionService } from './attention.service';
import { ExpiringService } from './expiring.service';
import { ExplainService } from './explain.service';
import { PairReportsService } from './pair-reports.service';
import { QuizExport } from './quiz-export';
import { QuizPages } from './quiz-pages.service';
import { QuizReportController } from './quiz-report.controller';
import { QuizReportService } from './quiz-report.service';
import { QuizSummary } from './quiz-summary.service';
import { ReportQueue } from './report-queue';
import { ReportExports } from './report-exports.service';
import { reportExportController } from './report-export.controller';
import { ReportSections } from './report-sections';
import { reportController } from './report.controller';
import { ReportsController } from './reports.controller';
import { SkillHistoryService } from './skill-history.service';
import { MatrixAxes } from './matrix-axes.service';
import { SkillMatrixService } from './skill-matrix.service';
import { TotalsService } from './totals.service';

const EXPORTS = [
  reportExportController(skillMatrixReport, 'skillMatrix', (exports, wanted) => exports.skillMatrix(wanted)),
  reportExportController(skillMatrixDatewiseReport, 'datewise', (exports, wanted) => exports.datewise(wanted)),
  reportExportController(targetedSkillsReport, 'targeted', (exports, wanted) => exports.targeted(wanted)),
  reportExportController(skillWiseReport, 'skillWise', (exports, wanted) => exports.skillWise(wanted)),
  reportExportController(expiringSkills, 'expiring', (exports, wanted) => exports.expiring(wanted)),
  reportExportController(quizReport, 'quiz', (exports, wanted) => exports.quiz(wanted)),
];

/** Reads the tables of all floors below, through TenantQueries; writes none but its own, which hold what was counted there. */
@Module({
  imports: [DocumentsModule, TrainingsModule],
  controllers: [ReportsController, QuizReportController, reportController(expiringSkills, ExpiringService), ...EXPORTS],
  providers: [
    ReportQueue,
    AnswerCache,
    MatrixAxes,
    SkillMatrixService,
    PairReportsService,
    ExplainService,
    ExpiringService,
    SkillHistoryService,
    QuizReportService,
    TotalsService,
    AttentionService,
    QuizPages,
    QuizExport,
    ReportSections,
    ReportExports,
    QuizSummary,
  ],
  exports: [SkillMatrixService, PairReportsService],
})
export class ReportsModule {}
