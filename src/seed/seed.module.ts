import { Module } from '@nestjs/common';
import { IdentityModule } from '../modules/identity/identity.module';
import { CustomersModule } from '../modules/customers/customers.module';
import { QuizzesModule } from '../modules/quizzes/quizzes.module';
import { SkillsModule } from '../modules/skills/skills.module';
import { StaffModule } from '../modules/staff/staff.module';
import { SubscriptionsModule } from '../modules/subscriptions/subscriptions.module';
import { TrainingsModule } from '../modules/trainings/trainings.module';
import { CertificatesModule } from '../modules/certificates/certificates.module';
import { ApiKeysModule } from '../modules/api-keys/api-keys.module';
import { SupportModule } from '../modules/support/support.module';
import { BluefinSeeder } from './bluefin.seeder';
import { DemoContentSeeder } from './demo-content.seeder';
import { DemoOfficeSeeder } from './demo-office.seeder';
import { DemoCustomersSeeder } from './demo-customers.seeder';
import { DemoDataSeeder } from './demo-data.seeder';
import { LearningHistorySeeder } from './learning-history.seeder';
import { NordhafenSeeder } from './nordhafen.seeder';
import { NordhafenCurrentStateSeeder } from './nordhafen/current-state.seeder';
import { DefaultPackagesSeeder } from './default-packages.seeder';
import { SmallCustomersSeeder } from './small-customers.seeder';

/** Demo data and default packages, written only through the domain services so that their rules apply. */
@Module({
  imports: [
    SubscriptionsModule,
    CustomersModule,
    IdentityModule,
    ApiKeysModule,
    SupportModule,
    StaffModule,
    SkillsModule,
    TrainingsModule,
    QuizzesModule,
    CertificatesModule,
  ],
  providers: [
    DefaultPackagesSeeder,
    DemoCustomersSeeder,
    DemoOfficeSeeder,
    DemoContentSeeder,
    LearningHistorySeeder,
    NordhafenCurrentStateSeeder,
    NordhafenSeeder,
    SmallCustomersSeeder,
    BluefinSeeder,
    DemoDataSeeder,
  ],
})
export class SeedModule {}
