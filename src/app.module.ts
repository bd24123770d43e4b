import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { IdentityModule } from './identity/identity.module';
import { ApiKeysModule } from './api-keys/api-keys.module';
import { AssessmentsModule } from './assessments/assessments.module';
import { AuditLogModule } from './audit/audit-log.module';
import { CertificatesModule } from './certificates/certificates.module';
import { CustomersModule } from './customers/customers.module';
import { AuditModule } from './platform/audit/audit.module';
import type { Config } from './platform/config/config';
import { DatabaseModule } from './platform/database/database.module';
import { loadedEntities } from './platform/database/schema-of';
import { ExportsModule } from './exports/exports.module';
import { ImportsModule } from './imports/imports.module';
import { JobsModule } from './platform/jobs/jobs.module';
import { FilesModule } from './platform/files/files.module';
import { MailModule } from './platform/mail/mail.module';
import { MetricsModule } from './platform/metrics/metrics.module';
import { PlatformModule } from './platform/platform.module';
import { RedisModule } from './platform/redis/redis.module';
import { ReplicaModule } from './platform/replica/replica.module';
import { ThrottleModule } from './platform/throttle/throttle.module';
import { migrations } from './migrations';
import { NoticesModule } from './notices/notices.module';
import { QuizzesModule } from './quizzes/quizzes.module';
import { ReportsModule } from './reports/reports.module';
import { SearchModule } from './search/search.module';
import { SkillLedgerModule } from './skills/skill-ledger.module';
import { StaffModule } from './staff/staff.module';
import { SkillsModule } from './skills/skills.module';
import { SupportModule } from './support/support.module';
import { SubscriptionsModule } from './subscriptions/subscriptions.module';
import { LiveModule } from './tenancy/live/live.module';
import { BackgroundModule } from './tenancy/jobs/jobs.module';
import { PendingFilesModule } from './tenancy/pending-files.module';
import { SafeWritesModule } from './tenancy/safe-writes.module';
import { TenancyModule } from './tenancy/tenancy.module';
import { SeedModule } from './seed/seed.module';
import { WireModule } from './wire/wire.module';
import { EnrolmentModule } from './trainings/enrolment.module';
import { ClassroomModule } from './trainings/classroom.module';
import { TrainingEvidenceModule } from './trainings/training-evidence.module';
import { TrainingsModule } from './trainings/trainings.module';

/** The domains and the wire, from the lowest floor up (house.md §1). */
const DOMAINS: (Type | DynamicModule)[] = [
  SubscriptionsModule,
  CustomersModule,
  IdentityModule,
  ApiKeysModule,
  SupportModule,
  StaffModule,
  SkillsModule,
  SkillLedgerModule,
  TrainingsModule,
  TrainingEvidenceModule,
  ClassroomModule,
  EnrolmentModule,
  AssessmentsModule,
  QuizzesModule,
  CertificatesModule,
  NoticesModule,
  ImportsModule,
  ReportsModule,
  SearchModule,
  AuditLogModule,
];

@Module({})
export class AppModule {
  /** @param more modules of a test */
  static with(config: Config, more: readonly (Type | DynamicModule)[] = []): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PlatformModule.with(config),
        DatabaseModule.forRoot({ entities: loadedEntities(), migrations }),
        ReplicaModule,
        AuditModule,
        JobsModule,
        RedisModule,
        ThrottleModule,
        MailModule.with(config),
        MetricsModule,
        FilesModule.with(config),
        TenancyModule,
        PendingFilesModule,
        SafeWritesModule,
        LiveModule,
        BackgroundModule,
        ...DOMAINS,
        ExportsModule.ofLists(),
        WireModule.with(config),
        SeedModule,
        ...more,
      ],
    };
  }
}
