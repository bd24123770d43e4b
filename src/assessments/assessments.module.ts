import { Module } from '@nestjs/common';
import { SkillLedgerModule } from '../skills/skill-ledger.module';
import { SkillsModule } from '../skills/skills.module';
import { StaffModule } from '../staff/staff.module';
import { tenantRepositories } from '../tenancy/tenancy.module';
import { SkillChecklistsController } from './checklists.controller';
import { Checklists } from './checklists.service';
import { EvidenceProof } from './evidence-proof.entity';
import { PracticalAssessment } from './practical-assessment.entity';
import { PracticalAssessmentsController, StaffAssessmentsController } from './practical-assessments.controller';
import { PracticalAssessments } from './practical-assessments.service';
import { PracticalConfirmations } from './practical-confirmations.service';
import { PracticalReading } from './practical-reading';
import { ProofController } from './proof.controller';
import { ProofFiles } from './proof-files';
import { ProofLinks } from './proof-links';
import { EvidenceProofsController } from './proofs.controller';
import { ProofsService } from './proofs.service';
import { SkillChecklist } from './skill-checklist.entity';

/** What shows that somebody can do something: files that prove it, and assessments at work. */
@Module({
  imports: [StaffModule, SkillsModule, SkillLedgerModule],
  controllers: [
    EvidenceProofsController,
    ProofController,
    SkillChecklistsController,
    StaffAssessmentsController,
    PracticalAssessmentsController,
  ],
  providers: [
    ...tenantRepositories(EvidenceProof, SkillChecklist, PracticalAssessment),
    ProofFiles,
    ProofLinks,
    ProofsService,
    Checklists,
    PracticalReading,
    PracticalAssessments,
    PracticalConfirmations,
  ],
})
export class AssessmentsModule {}
