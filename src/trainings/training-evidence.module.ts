import { Module } from '@nestjs/common';
import { SkillLedgerModule } from '../skills/skill-ledger.module';
import { TrainingEvidence } from './training-evidence';

@Module({
  imports: [SkillLedgerModule],
  providers: [TrainingEvidence],
})
export class TrainingEvidenceModule {}
