import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { IdentityModule } from './modules/identity/identity.module';
import { ApiKeysModule } from './modules/api-keys/api-keys.module';
import { AssessmentsModule } from './modules/assessments/assessments.module';
import { AuditLogModule } from './modules/audit/audit-log.module';
import { CertificatesModule } from './modules/certificates/certificates.module';
import { CustomersModule } from './modules/customers/customers.module';
import { AuditModule } from './infrastructure/audit/audit.module';
import type { Config } from './infrastructure/config/config';
import { DatabaseModule } from './infrastructure/database/database.module';
import { listLoadedEntities } from './infrastructure/database/schema-loader';
import { ListExportsModule } from './modules/exports/exports.module';
import { ImportsModule } from './modules/imports/imports.module';
import { JobSchedulerModule } from './infrastructure/jobs/job-scheduler.module';
import { FileStorageModule } from './infrastructure/files/file-storage.module';
import { MailModule } from './infrastructure/mail/mail.module';
import { MetricsModule } from './infrastructure/metrics/metrics.module';
import { InfrastructureModule } from './infrastructure/infrastructure.module';
import { RedisModule } from './infrastructure/redis/redis.module';
import { ReplicaModule } from './infrastructure/replica/replica.module';
import { ThrottleModule } from './infrastructure/throttle/throttle.module';
import { migrations } from './migrations';
import { NoticesModule } from './modules/notices/notices.module';
import { QuizzesModule } from './modules/quizzes/quizzes.module';
import { ReportsModule } from './modules/reports/reports.module';
import { SearchModule } from './modules/search/search.module';
import { StaffModule } from './modules/staff/staff.module';
import { SkillsModule } from './modules/skills/skills.module';
import { SupportModule } from './modules/support/support.module';
import { SubscriptionsModule } from './modules/subscriptions/subscriptions.module';
import { LiveModule } from './modules/live/live.module';
import { BackgroundJobsModule } from './modules/background-jobs/jobs.module';
import { PendingFilesModule } from './tenancy/pending-files.module';
import { SafeWritesModule } from './tenancy/safe-writes.module';
import { TenancyModule } from './tenancy/tenancy.module';
import { AuthModule } from './auth/auth.module';
import { SeedModule } from './seed/seed.module';
import { LegacyApiModule } from './legacy-api/legacy-api.module';
import { TrainingsModule } from './modules/trainings/trainings.module';

/** Domain modules, lowest layer first (docs/architecture.md). */
const DOMAINS: (Type | DynamicModule)[] = [
  SubscriptionsModule,
  CustomersModule,
  IdentityModule,
  ApiKeysModule,
  SupportModule,
  StaffModule,
  SkillsModule,
  TrainingsModule,
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
  /** @param extraModules modules added by tests */
  static forRoot(config: Config, extraModules: readonly (Type | DynamicModule)[] = []): DynamicModule {
    return {
      module: AppModule,
      imports: [
        InfrastructureModule.forRoot(config),
        DatabaseModule.forRoot({ entities: listLoadedEntities(), migrations }),
        ReplicaModule,
        AuditModule,
        JobSchedulerModule,
        RedisModule,
        ThrottleModule,
        MailModule.forRoot(config),
        MetricsModule,
        FileStorageModule.forRoot(config),
        TenancyModule,
        AuthModule,
        PendingFilesModule,
        SafeWritesModule,
        LiveModule,
        BackgroundJobsModule,
        ...DOMAINS,
        ListExportsModule.forLists(),
        LegacyApiModule.forRoot(config),
        SeedModule,
        ...extraModules,
      ],
    };
  }
}
