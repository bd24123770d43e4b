import { Module } from '@nestjs/common';
import { SkillsModule } from '../skills/skills.module';
import { StaffModule } from '../staff/staff.module';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module';
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
import { Staff } from '../staff/staff.entity';
import { SeatReleaseService } from './seat-release.service';
import { SessionAttendanceService } from './session-attendance.service';
import { SessionBooking } from './session-booking.entity';
import { SessionBookingsService } from './session-bookings.service';
import { SessionCalendarService } from './session-calendar.service';
import { SessionSeatService } from './session-seat.service';
import { TrainingSession } from './training-session.entity';
import { SessionBookingsController, TrainingSessionsController } from './training-sessions.controller';
import { TrainingSessionsService } from './training-sessions.service';
import { EnrolmentRequestStore } from './enrolment-request.store';
import { EnrolmentRequest } from './enrolment-request.entity';
import { EnrolmentRequestsService } from './enrolment-requests.service';
import { EnrolmentRequestsController, TrainingEnrolmentController } from './enrolments.controller';
import { EnrolmentsService } from './enrolments.service';
import { TrainingEvidenceListener } from './training-evidence.listener';

@Module({
  imports: [SubscriptionsModule, StaffModule, SkillsModule, CrudResourceModule.forEntity(TrainingLocation)],
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
    TrainingSessionsController,
    SessionBookingsController,
    TrainingEnrolmentController,
    EnrolmentRequestsController,
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
      TrainingSession,
      SessionBooking,
      TrainingLocation,
      Staff,
      EnrolmentRequest,
    ),
    ...resourceContextProviders(
      TrainingCategory,
      Training,
      TrainingAssignment,
      AssignmentRule,
      TrainingSession,
      SessionBooking,
      EnrolmentRequest,
    ),
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
    TrainingEvidenceListener,
    SessionSeatService,
    TrainingSessionsService,
    SessionBookingsService,
    SessionAttendanceService,
    SessionCalendarService,
    SeatReleaseService,
    EnrolmentRequestStore,
    EnrolmentsService,
    EnrolmentRequestsService,
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
