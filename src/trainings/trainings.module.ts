import { Module } from '@nestjs/common';
import { SkillsModule } from '../skills/skills.module';
import { StaffModule } from '../staff/staff.module';
import { PlanUsageModule } from '../subscriptions/plan-usage.module';
import { resourceParts } from '../tenancy/resources/resource-parts';
import { resourceController } from '../tenancy/resources/resource.rest';
import { PlainResource } from '../tenancy/resources/resource.module';
import { tenantRepositories } from '../tenancy/tenancy.module';
import { TrainingAssignment } from './assignment.entity';
import { TrainingAssignmentsRest, VideoProgressRest } from './assignments.rest';
import { AssignmentHistory } from './assignment-history.service';
import { AssignmentsService } from './assignments.service';
import { CategoriesService } from './categories.service';
import { DueDates } from './due-dates';
import { LearningQuery } from './learning.query';
import { MediaController } from './media.controller';
import { MediaLinks } from './media-links';
import { PublishChecklist } from './publish-checklist';
import { PublishingService } from './publishing.service';
import { SkillTrainings } from './skill-trainings';
import { SkillTrainingsRest } from './skill-trainings.rest';
import { TrainingCategory } from './training-category.entity';
import { TrainingCompletion } from './training-completion';
import { TrainingLocation } from './training-location.entity';
import { TrainingSkill } from './training-skill.entity';
import { TrainingSkillsReplaced } from './training-skills-replaced';
import { TrainingSkillsService } from './training-skills.service';
import { Training } from './training.entity';
import { TrainingSkillsRest, TrainingVideoRest, TrainingsRest } from './trainings.rest';
import { TrainingsReplaced } from './trainings-replaced';
import { TrainingsService } from './trainings.service';
import { VideoFiles } from './video-files';
import { VideoProgress } from './video-progress.entity';
import { VideoProgressService } from './video-progress.service';
import { VideosService } from './videos.service';

@Module({
  imports: [PlanUsageModule, StaffModule, SkillsModule, PlainResource.of(TrainingLocation)],
  controllers: [
    resourceController(TrainingCategory, CategoriesService),
    TrainingsRest,
    TrainingSkillsRest,
    SkillTrainingsRest,
    TrainingVideoRest,
    TrainingAssignmentsRest,
    VideoProgressRest,
    MediaController,
  ],
  providers: [
    ...tenantRepositories(TrainingCategory, Training, TrainingSkill, TrainingAssignment, VideoProgress),
    ...resourceParts(TrainingCategory, Training, TrainingAssignment),
    CategoriesService,
    TrainingsService,
    TrainingsReplaced,
    PublishChecklist,
    PublishingService,
    TrainingSkillsService,
    TrainingSkillsReplaced,
    SkillTrainings,
    VideoFiles,
    MediaLinks,
    VideosService,
    DueDates,
    AssignmentsService,
    AssignmentHistory,
    LearningQuery,
    VideoProgressService,
    TrainingCompletion,
  ],
  exports: [
    CategoriesService,
    TrainingsService,
    PublishChecklist,
    PublishingService,
    TrainingSkillsService,
    VideosService,
    AssignmentsService,
    AssignmentHistory,
    VideoProgressService,
    TrainingCompletion,
  ],
})
export class TrainingsModule {}
