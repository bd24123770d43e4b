import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/identity.module';
import { CustomersModule } from '../customers/customers.module';
import { QuizzesModule } from '../quizzes/quizzes.module';
import { SkillLedgerModule } from '../skills/skill-ledger.module';
import { SkillsModule } from '../skills/skills.module';
import { StaffModule } from '../staff/staff.module';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module';
import { TrainingsModule } from '../trainings/trainings.module';
import { CertificatesModule } from '../certificates/certificates.module';
import { ApiKeysModule } from '../api-keys/api-keys.module';
import { SupportModule } from '../support/support.module';
import { BluefinSeed } from './bluefin.seed';
import { DemoLibrary } from './demo-library';
import { DemoOffice } from './demo-office';
import { DemoOrganisations } from './demo-organisations';
import { DemoSeed } from './demo-seed';
import { HistoryWriter } from './history-writer';
import { NordhafenSeed } from './nordhafen.seed';
import { NordhafenPresent } from './nordhafen/present.seed';
import { OfferedPackages } from './offered-packages';
import { SmallCustomersSeed } from './small-customers.seed';

/** Demo data and the first packages. Only the floors' own services write, so every rule of theirs holds here too. */
@Module({
  imports: [
    SubscriptionsModule,
    CustomersModule,
    IdentityModule,
    ApiKeysModule,
    SupportModule,
    StaffModule,
    SkillsModule,
    SkillLedgerModule,
    TrainingsModule,
    QuizzesModule,
    CertificatesModule,
  ],
  providers: [
    OfferedPackages,
    DemoOrganisations,
    DemoOffice,
    DemoLibrary,
    HistoryWriter,
    NordhafenPresent,
    NordhafenSeed,
    SmallCustomersSeed,
    BluefinSeed,
    DemoSeed,
  ],
})
export class SeedModule {}
