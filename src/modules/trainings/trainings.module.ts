import { Module } from '@nestjs/common';
import { SkillLedgerModule } from '../skills/skill-ledger.module';
import { SkillsModule } from '../skills/skills.module';
import { StaffModule } from '../staff/staff.module';
import { PlanUsageModule } from '../subscriptions/plan-usage.module';
import { resourceContextProviders } from '../../crud/resource-context';
import { createResourceController } from '../../crud/crud-controller';
import { CrudResourceModule } from '../../crud/resource.module';
import { tenantRepositories } from '../../tenancy/tenancy.module';
import { TrainingAssignment } from './assignment.entity';
import { TrainingAssignmentsController, VideoProgressController } from './assignments.controller';
import { ApplyRulesWorker } from './apply-rules.worker';
import { AssignmentRuleTraining } from './assignment-rule-training.entity';
import { AssignmentRule } from './assignment-rule.entity';
import { AssignmentRulesController } from './assignment-rules.controller';
import { AssignmentRulesService } from './assignment-rules.service';
import { AssignmentSource } from './assignment-source.entity';
import { AssignmentReasonsQuery } from './assignment-reasons.query';
import { AssignmentSourceRepository } from './assignment-source.repository';
import { AssignmentDecisionsService } from './assignment-decisions.service';
import { AssignmentHistoryService } from './assignment-history.service';
import { AssignmentPairsService } from './assignment-pairs.service';
import { TrainingUploadCleanupService } from './training-upload-cleanup.service';
import { BulkAssignmentService } from './bulk-assignment.service';
import { AssignmentsService } from './assignments.service';
import { CaptionsService } from './captions.service';
import { CategoriesService } from './categories.service';
import { CompletionRevocationService } from './completion-revocation.service';
import { DocumentFileStore } from './document-file.store';
import { DocumentReading } from './document-reading.entity';
import { DocumentReadingService } from './document-reading.service';
import { DocumentsService } from './documents.service';
import { DueStatusQuery } from './due-status.query';
import { ManualAssignmentsService } from './manual-assignments.service';
import { ExtraAttemptService } from './extra-attempt.service';
import { UploadRetentionJob } from './upload-retention.job';
import { FfmpegRunner } from './ffmpeg.runner';
import { LearningQuery } from './learning.query';
import { MediaController } from './media.controller';
import { MediaLinkService } from './media-link.service';
import { PublishChecklistService } from './publish-checklist.service';
import { PublishingService } from './publishing.service';
import { TrainingRevisionRepository } from './training-revision.repository';
import { RenewalDay } from './renewal-day.entity';
import { RenewalJob } from './renewal.job';
import { RenewalsService } from './renewals.service';
import { RulePeopleQuery } from './rule-people.query';
import { PastVideoProgress } from './past-video-progress.entity';
import { RulePreviewService } from './rule-preview.service';
import { AssignmentRuleQuery } from './assignment-rule.query';
import { DailyRulesJob } from './daily-rules.job';
import { RuleTriggerListener } from './rule-trigger.listener';
import { RenditionSpending } from './rendition-spending.entity';
import { RuleTurn } from './rule-turn.entity';
import { RuleLockService } from './rule-lock.service';
import { RuleReassignmentService } from './rule-reassignment.service';
import { SkillTrainingsQuery } from './skill-trainings.query';
import { SkillTrainingsController } from './skill-trainings.controller';
import { TrainingCategory } from './training-category.entity';
import { TrainingRequirementsService } from './training-requirements.service';
import { TrainingCompletionService } from './training-completion.service';
import { TrainingCaption } from './training-caption.entity';
import { TrainingCaptionRepository } from './training-caption.repository';
import { TrainingCaptionsController } from './training-captions.controller';
import { TrainingDocument } from './training-document.entity';
import { TrainingDocumentController } from './training-document.controller';
import { TrainingDocumentRepository } from './training-document.repository';
import { TrainingLocation } from './training-location.entity';
import { RetrainingService } from './retraining.service';
import { TrainingRevision } from './training-revision.entity';
import { TrainingRevisionsService } from './training-revisions.service';
import { TrainingRevisionsController } from './training-revisions.controller';
import { TrainingSkill } from './training-skill.entity';
import { TrainingSkillReassignmentService } from './training-skill-reassignment.service';
import { TrainingSkillsService } from './training-skills.service';
import { Training } from './training.entity';
import { TrainingSkillsController, TrainingVideoController, TrainingsController } from './trainings.controller';
import { TrainingReassignmentService } from './training-reassignment.service';
import { TrainingsService } from './trainings.service';
import { StreamedVideo } from './streamed-video.entity';
import { VideoFileStore } from './video-file.store';
import { VideoProgress } from './video-progress.entity';
import { VideoProgressService } from './video-progress.service';
import { VideoRendition } from './video-rendition.entity';
import { VideoRenditionService } from './video-rendition.service';
import { VideoReplacementService } from './video-replacement.service';
import { VideoStream } from './video-stream.entity';
import { VideoStreamService } from './video-stream.service';
import { VideosService } from './videos.service';
import { VideoUpload } from './video-upload.entity';
import { TrainingUploadsController } from './video-uploads.controller';
import { VideoUploadsService } from './video-uploads.service';

@Module({
  imports: [
    PlanUsageModule,
    StaffModule,
    SkillsModule,
    SkillLedgerModule,
    CrudResourceModule.forEntity(TrainingLocation),
  ],
  controllers: [
    createResourceController(TrainingCategory, CategoriesService),
    TrainingsController,
    TrainingSkillsController,
    SkillTrainingsController,
    TrainingVideoController,
    TrainingDocumentController,
    TrainingCaptionsController,
    TrainingUploadsController,
    TrainingRevisionsController,
    TrainingAssignmentsController,
    AssignmentRulesController,
    VideoProgressController,
    MediaController,
  ],
  providers: [
    ...tenantRepositories(
      TrainingCategory,
      Training,
      TrainingSkill,
      TrainingAssignment,
      AssignmentSource,
      AssignmentRule,
      AssignmentRuleTraining,
      RuleTurn,
      VideoProgress,
      PastVideoProgress,
      VideoUpload,
      TrainingDocument,
      TrainingCaption,
      DocumentReading,
      StreamedVideo,
      VideoStream,
      VideoRendition,
      RenditionSpending,
      RenewalDay,
      TrainingRevision,
    ),
    ...resourceContextProviders(TrainingCategory, Training, TrainingAssignment, AssignmentRule),
    CategoriesService,
    TrainingsService,
    TrainingReassignmentService,
    PublishChecklistService,
    TrainingRevisionRepository,
    PublishingService,
    RetrainingService,
    TrainingRevisionsService,
    TrainingSkillsService,
    TrainingSkillReassignmentService,
    SkillTrainingsQuery,
    VideoFileStore,
    DocumentFileStore,
    TrainingDocumentRepository,
    TrainingCaptionRepository,
    TrainingUploadCleanupService,
    MediaLinkService,
    FfmpegRunner,
    VideoStreamService,
    VideoRenditionService,
    VideosService,
    DocumentsService,
    VideoUploadsService,
    UploadRetentionJob,
    DueStatusQuery,
    AssignmentSourceRepository,
    AssignmentReasonsQuery,
    AssignmentPairsService,
    AssignmentsService,
    AssignmentDecisionsService,
    ExtraAttemptService,
    ManualAssignmentsService,
    BulkAssignmentService,
    AssignmentRuleQuery,
    RulePeopleQuery,
    RulePreviewService,
    RuleLockService,
    RuleTriggerListener,
    DailyRulesJob,
    RuleReassignmentService,
    ApplyRulesWorker,
    AssignmentRulesService,
    AssignmentHistoryService,
    LearningQuery,
    VideoProgressService,
    TrainingCompletionService,
    CompletionRevocationService,
    TrainingRequirementsService,
    VideoReplacementService,
    DocumentReadingService,
    CaptionsService,
    RenewalsService,
    RenewalJob,
  ],
  exports: [
    AssignmentPairsService,
    AssignmentSourceRepository,
    CategoriesService,
    DueStatusQuery,
    TrainingsService,
    PublishChecklistService,
    PublishingService,
    TrainingSkillsService,
    VideosService,
    AssignmentsService,
    AssignmentRulesService,
    AssignmentHistoryService,
    ManualAssignmentsService,
    LearningQuery,
    VideoProgressService,
    TrainingCompletionService,
    CompletionRevocationService,
    RenewalsService,
  ],
})
export class TrainingsModule {}
