import { Module } from '@nestjs/common';
import { SkillLedgerModule } from '../skills/skill-ledger.module';
import { COMPLETION_LISTENER } from './completion-parts';
import { TrainingEvidence } from './training-evidence';

@Module({
  imports: [SkillLedgerModule],
  providers: [TrainingEvidence, { provide: COMPLETION_LISTENER, useExisting: TrainingEvidence }],
})
export class TrainingEvidenceModule {}
