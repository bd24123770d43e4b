import { Module } from '@nestjs/common';
import { expiringSkills } from '../../contract/expiring-skills.report';
import {
  quizReport,
  skillMatrixDatewiseReport,
  skillMatrixReport,
  skillWiseReport,
  targetedSkillsReport,
} from '../../contract/reports';
import { ExportFilesModule } from '../exports/exports.module';
import { TrainingsModule } from '../trainings/trainings.module';
import { AnswerCache } from './answer-cache';
import { AttentionService } from './attention.service';
import { ExpiringSkillsReportService } from './expiring-skills-report.service';
import { ExplainService } from './explain.service';
import { PairReportsService } from './pair-reports.service';
import { QuizExporter } from './quiz-exporter';
import { QuizPagesService } from './quiz-pages.service';
import { QuizReportController } from './quiz-report.controller';
import { QuizReportService } from './quiz-report.service';
import { QuizSummaryService } from './quiz-summary.service';
import { ReportQueue } from './report-queue';
import { ReportExportsService } from './report-exports.service';
import { reportExportController } from './report-export.controller';
import { ReportSectionsService } from './report-sections.service';
import { createReportController } from './create-report-controller';
import { ReportsController } from './reports.controller';
import { SkillHistoryService } from './skill-history.service';
import { MatrixAxesService } from './matrix-axes.service';
import { SkillMatrixService } from './skill-matrix.service';
import { TotalsService } from './totals.service';

const EXPORTS = [
  reportExportController(skillMatrixReport, 'skillMatrix', (exports, request) => exports.skillMatrix(request)),
  reportExportController(skillMatrixDatewiseReport, 'datewise', (exports, request) => exports.datewise(request)),
  reportExportController(targetedSkillsReport, 'targeted', (exports, request) => exports.targeted(request)),
  reportExportController(skillWiseReport, 'skillWise', (exports, request) => exports.skillWise(request)),
  reportExportController(expiringSkills, 'expiring', (exports, request) => exports.expiring(request)),
  reportExportController(quizReport, 'quiz', (exports, request) => exports.quiz(request)),
];

/** Read-only reports. Reads the tables of the layers below through TenantQueries. */
@Module({
  imports: [ExportFilesModule, TrainingsModule],
  controllers: [
    ReportsController,
    QuizReportController,
    createReportController(expiringSkills, ExpiringSkillsReportService),
    ...EXPORTS,
  ],
  providers: [
    ReportQueue,
    AnswerCache,
    MatrixAxesService,
    SkillMatrixService,
    PairReportsService,
    ExplainService,
    ExpiringSkillsReportService,
    SkillHistoryService,
    QuizReportService,
    TotalsService,
    AttentionService,
    QuizPagesService,
    QuizExporter,
    ReportSectionsService,
    ReportExportsService,
    QuizSummaryService,
  ],
  exports: [SkillMatrixService, PairReportsService],
})
export class ReportsModule {}
