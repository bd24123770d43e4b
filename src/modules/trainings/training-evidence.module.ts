import { Module } from '@nestjs/common';
import { SkillLedgerModule } from '../skills/skill-ledger.module';
import { TrainingEvidenceListener } from './training-evidence.listener';

@Module({
  imports: [SkillLedgerModule],
  providers: [TrainingEvidenceListener],
})
export class TrainingEvidenceModule {}
