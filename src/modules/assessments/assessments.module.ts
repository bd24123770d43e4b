import { Module } from '@nestjs/common';
import { SkillsModule } from '../skills/skills.module';
import { StaffModule } from '../staff/staff.module';
import { tenantRepositories } from '../../tenancy/tenancy.module';
import { SkillChecklistsController } from './checklists.controller';
import { ChecklistsService } from './checklists.service';
import { EvidenceProof } from './evidence-proof.entity';
import { PracticalAssessment } from './practical-assessment.entity';
import { PracticalAssessmentsController, StaffAssessmentsController } from './practical-assessments.controller';
import { PracticalAssessmentsService } from './practical-assessments.service';
import { PracticalConfirmationsService } from './practical-confirmations.service';
import { PracticalAssessmentsQuery } from './practical-assessments.query';
import { ProofController } from './proof.controller';
import { ProofFileStore } from './proof-file.store';
import { ProofLinksService } from './proof-links.service';
import { EvidenceProofsController } from './proofs.controller';
import { ProofsService } from './proofs.service';
import { SkillChecklist } from './skill-checklist.entity';

/** Proof of skills: files for evidence, and practical assessments. */
@Module({
  imports: [StaffModule, SkillsModule],
  controllers: [
    EvidenceProofsController,
    ProofController,
    SkillChecklistsController,
    StaffAssessmentsController,
    PracticalAssessmentsController,
  ],
  providers: [
    ...tenantRepositories(EvidenceProof, SkillChecklist, PracticalAssessment),
    ProofFileStore,
    ProofLinksService,
    ProofsService,
    ChecklistsService,
    PracticalAssessmentsQuery,
    PracticalAssessmentsService,
    PracticalConfirmationsService,
  ],
})
export class AssessmentsModule {}
