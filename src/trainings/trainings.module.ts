import { Module } from '@nestjs/common';
import { SkillLedgerModule } from '../skills/skill-ledger.module';
import { SkillsModule } from '../skills/skills.module';
import { StaffModule } from '../staff/staff.module';
import { PlanUsageModule } from '../subscriptions/plan-usage.module';
import { resourceParts } from '../tenancy/resources/resource-parts';
import { resourceController } from '../tenancy/resources/crud-controller';
import { PlainResource } from '../tenancy/resources/resource.module';
import { tenantRepositories } from '../tenancy/tenancy.module';
import { TrainingAssignment } from './assignment.entity';
import { TrainingAssignmentsController, VideoProgressController } from './assignments.controller';
import { ApplyRules } from './apply-rules';
import { AssignmentRuleTraining } from './assignment-rule-training.entity';
import { AssignmentRule } from './assignment-rule.entity';
import { AssignmentRulesController } from './assignment-rules.controller';
import { AssignmentRulesService } from './assignment-rules.service';
import { AssignmentSource } from './assignment-source.entity';
import { AssignmentReasons } from './assignment-reasons';
import { AssignmentSources } from './assignment-sources';
import { AssignmentDecisions } from './assignment-decisions';
import { AssignmentHistory } from './assignment-history.service';
import { AssignedPairs } from './assigned-pairs';
import { BegunUploads } from './begun-uploads';
import { BulkAssign } from './bulk-assign';
import { AssignmentsService } from './assignments.service';
import { CaptionsService } from './captions.service';
import { CategoriesService } from './categories.service';
import { CompletionRevocationService } from './completion-revocation.service';
import { DocumentFiles } from './document-files';
import { DocumentReading } from './document-reading.entity';
import { DocumentReadingService } from './document-reading.service';
import { DocumentsService } from './documents.service';
import { DueDates } from './due-dates';
import { HandAssignments } from './hand-assignments';
import { ExtraAttemptService } from './extra-attempt.service';
import { EndedUploads } from './ended-uploads';
import { Ffmpeg } from './ffmpeg';
import { LearningQuery } from './learning.query';
import { MediaController } from './media.controller';
import { MediaLinks } from './media-links';
import { PublishChecklist } from './publish-checklist';
import { PublishingService } from './publishing.service';
import { PublishedRevisions } from './published-revisions';
import { RenewalDay } from './renewal-day.entity';
import { RenewalRound } from './renewal-round';
import { Renewals } from './renewals.service';
import { RulePeople } from './rule-people';
import { PastVideoProgress } from './past-video-progress.entity';
import { RulePreviews } from './rule-preview.service';
import { RuleReading } from './rule-reading';
import { RuleRound } from './rule-round';
import { RuleTriggers } from './rule-triggers';
import { RenditionSpending } from './rendition-spending.entity';
import { RuleTurn } from './rule-turn.entity';
import { RuleTurns } from './rule-turns';
import { RulesReplaced } from './rules-replaced';
import { SkillTrainings } from './skill-trainings';
import { SkillTrainingsController } from './skill-trainings.controller';
import { TrainingCategory } from './training-category.entity';
import { TrainingRequirementsService } from './training-requirements.service';
import { TrainingCompletion } from './training-completion';
import { TrainingCaption } from './training-caption.entity';
import { TrainingCaptions } from './training-captions';
import { TrainingCaptionsController } from './training-captions.controller';
import { TrainingDocument } from './training-document.entity';
import { TrainingDocumentController } from './training-document.controller';
import { TrainingDocuments } from './training-documents';
import { TrainingLocation } from './training-location.entity';
import { TrainAgain } from './train-again';
import { TrainingRevision } from './training-revision.entity';
import { TrainingRevisions } from './training-revisions';
import { TrainingRevisionsController } from './training-revisions.controller';
import { TrainingSkill } from './training-skill.entity';
import { TrainingSkillsReplaced } from './training-skills-replaced';
import { TrainingSkillsService } from './training-skills.service';
import { Training } from './training.entity';
import { TrainingSkillsController, TrainingVideoController, TrainingsController } from './trainings.controller';
import { TrainingsReplaced } from './trainings-replaced';
import { TrainingsService } from './trainings.service';
import { StreamedVideo } from './streamed-video.entity';
import { VideoFiles } from './video-files';
import { VideoProgress } from './video-progress.entity';
import { VideoProgressService } from './video-progress.service';
import { VideoRendition } from './video-rendition.entity';
import { VideoRenditions } from './video-renditions';
import { VideoReplacement } from './video-replacement';
import { VideoStream } from './video-stream.entity';
import { VideoStreams } from './video-streams';
import { VideosService } from './videos.service';
import { VideoUpload } from './video-upload.entity';
import { TrainingUploadsController } from './video-uploads.controller';
import { VideoUploadsService } from './video-uploads.service';

@Module({
  imports: [PlanUsageModule, StaffModule, SkillsModule, SkillLedgerModule, PlainResource.of(TrainingLocation)],
  controllers: [
    resourceController(TrainingCategory, CategoriesService),
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
    ...resourceParts(TrainingCategory, Training, TrainingAssignment, AssignmentRule),
    CategoriesService,
    TrainingsService,
    TrainingsReplaced,
    PublishChecklist,
    PublishedRevisions,
    PublishingService,
    TrainAgain,
    TrainingRevisions,
    TrainingSkillsService,
    TrainingSkillsReplaced,
    SkillTrainings,
    VideoFiles,
    DocumentFiles,
    TrainingDocuments,
    TrainingCaptions,
    BegunUploads,
    MediaLinks,
    Ffmpeg,
    VideoStreams,
    VideoRenditions,
    VideosService,
    DocumentsService,
    VideoUploadsService,
    EndedUploads,
    DueDates,
    AssignmentSources,
    AssignmentReasons,
    AssignedPairs,
    AssignmentsService,
    AssignmentDecisions,
    ExtraAttemptService,
    HandAssignments,
    BulkAssign,
    RuleReading,
    RulePeople,
    RulePreviews,
    RuleTurns,
    RuleTriggers,
    RuleRound,
    RulesReplaced,
    ApplyRules,
    AssignmentRulesService,
    AssignmentHistory,
    LearningQuery,
    VideoProgressService,
    TrainingCompletion,
    CompletionRevocationService,
    TrainingRequirementsService,
    VideoReplacement,
    DocumentReadingService,
    CaptionsService,
    Renewals,
    RenewalRound,
  ],
  exports: [
    AssignedPairs,
    AssignmentSources,
    CategoriesService,
    DueDates,
    TrainingsService,
    PublishChecklist,
    PublishingService,
    TrainingSkillsService,
    VideosService,
    AssignmentsService,
    AssignmentRulesService,
    AssignmentHistory,
    HandAssignments,
    LearningQuery,
    VideoProgressService,
    TrainingCompletion,
    CompletionRevocationService,
    Renewals,
  ],
})
export class TrainingsModule {}
