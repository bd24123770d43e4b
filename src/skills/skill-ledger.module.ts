import { Module } from '@nestjs/common';
import { PastEmployment } from '../staff/past-employment.entity';
import { Staff } from '../staff/staff.entity';
import { StaffModule } from '../staff/staff.module';
import { resourceParts } from '../tenancy/resources/resource-parts';
import { resourceController } from '../tenancy/resources/crud-controller';
import { tenantRepositories } from '../tenancy/tenancy.module';
import { AchievementDays } from './achievement-days';
import { EvidenceEventRecord } from './evidence-event.entity';
import { EvidenceRecord } from './evidence.entity';
import { ExemptionRecord } from './exemption.entity';
import { ExemptionsService } from './exemptions.service';
import { KnownPairs } from './known-pairs';
import { LedgerQuery } from './ledger.query';
import { RecordedEvidence } from './recorded-evidence';
import { RevocationRecord } from './revocation.entity';
import { RevocationsService } from './revocations.service';
import { RoleTarget } from './role-target.entity';
import { RevocationsController, SkillEvidenceController } from './skill-evidence.controller';
import { SkillEvidenceService } from './skill-evidence.service';
import { SkillLedger } from './skill-ledger.service';
import { SkillLevelSpan } from './skill-level-span.entity';
import { SkillTarget } from './skill-target.entity';
import { Skill } from './skill.entity';
import { SkillTargetsController } from './skill-targets.controller';
import { RoleTargetsService, SkillTargetsService } from './skill-targets.service';
import { TargetGrids } from './target-grids.service';
import { TargetsReplaced } from './targets-replaced';

/** Who reached which level and why, and what is required of whom (reports.md §1, §2). */
@Module({
  imports: [StaffModule],
  controllers: [
    SkillEvidenceController,
    RevocationsController,
    SkillTargetsController,
    resourceController(RoleTarget, RoleTargetsService),
    resourceController(ExemptionRecord, ExemptionsService),
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
    ...resourceParts(EvidenceRecord, SkillTarget, RoleTarget, RevocationRecord, ExemptionRecord),
    AchievementDays,
    KnownPairs,
    LedgerQuery,
    SkillLedger,
    RecordedEvidence,
    SkillEvidenceService,
    RevocationsService,
    ExemptionsService,
    SkillTargetsService,
    RoleTargetsService,
    TargetGrids,
    TargetsReplaced,
  ],
  exports: [
    AchievementDays,
    LedgerQuery,
    SkillLedger,
    RecordedEvidence,
    SkillEvidenceService,
    RevocationsService,
    ExemptionsService,
    SkillTargetsService,
    TargetGrids,
  ],
})
export class SkillLedgerModule {}
