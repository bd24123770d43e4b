import { Module } from '@nestjs/common';
import { PastEmployment } from '../staff/past-employment.entity';
import { Staff } from '../staff/staff.entity';
import { StaffModule } from '../staff/staff.module';
import { resourceContextProviders } from '../../crud/resource-context';
import { createResourceController } from '../../crud/crud-controller';
import { tenantRepositories } from '../../tenancy/tenancy.module';
import { AchievementDateService } from './achievement-date.service';
import { EvidenceEventRecord } from './evidence-event.entity';
import { EvidenceRecord } from './evidence.entity';
import { ExemptionRecord } from './exemption.entity';
import { ExemptionsService } from './exemptions.service';
import { PairReferenceChecker } from './pair-reference-checker';
import { LedgerQuery } from './ledger.query';
import { EvidenceRecordingService } from './evidence-recording.service';
import { RevocationRecord } from './revocation.entity';
import { RevocationsService } from './revocations.service';
import { RoleTarget } from './role-target.entity';
import { RevocationsController, SkillEvidenceController } from './skill-evidence.controller';
import { SkillEvidenceService } from './skill-evidence.service';
import { SkillLedgerService } from './skill-ledger.service';
import { SkillLevelSpan } from './skill-level-span.entity';
import { SkillTarget } from './skill-target.entity';
import { Skill } from './skill.entity';
import { SkillTargetsController } from './skill-targets.controller';
import { SkillsService } from './skills.service';
import { RoleTargetsService, SkillTargetsService } from './skill-targets.service';
import { TargetGridService } from './target-grid.service';
import { TargetReassignmentService } from './target-reassignment.service';

/** Skills, and the evidence, levels and targets of staff (docs/skill-levels.md). */
@Module({
  imports: [StaffModule],
  controllers: [
    createResourceController(Skill, SkillsService),
    SkillEvidenceController,
    RevocationsController,
    SkillTargetsController,
    createResourceController(RoleTarget, RoleTargetsService),
    createResourceController(ExemptionRecord, ExemptionsService),
  ],
  providers: [
    ...tenantRepositories(
      EvidenceRecord,
      EvidenceEventRecord,
      SkillLevelSpan,
      SkillTarget,
      RoleTarget,
      RevocationRecord,
      ExemptionRecord,
      Skill,
      Staff,
      PastEmployment,
    ),
    ...resourceContextProviders(Skill, EvidenceRecord, SkillTarget, RoleTarget, RevocationRecord, ExemptionRecord),
    SkillsService,
    AchievementDateService,
    PairReferenceChecker,
    LedgerQuery,
    SkillLedgerService,
    EvidenceRecordingService,
    SkillEvidenceService,
    RevocationsService,
    ExemptionsService,
    SkillTargetsService,
    RoleTargetsService,
    TargetGridService,
    TargetReassignmentService,
  ],
  exports: [
    SkillsService,
    AchievementDateService,
    LedgerQuery,
    SkillLedgerService,
    EvidenceRecordingService,
    SkillEvidenceService,
    RevocationsService,
    ExemptionsService,
    SkillTargetsService,
    TargetGridService,
  ],
})
export class SkillsModule {}
