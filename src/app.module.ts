import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { AuditModule } from './platform/audit/audit.module';
import type { Config } from './platform/config/config';
import { DatabaseModule } from './platform/database/database.module';
import { MailModule } from './platform/mail/mail.module';
import { PlatformModule } from './platform/platform.module';
import { ThrottleModule } from './platform/throttle/throttle.module';
import { entities, migrations } from './schema';
import { StaffModule } from './staff/staff.module';
import { TenancyModule } from './tenancy/tenancy.module';

/** The domains and the wire, from the lowest floor up (house.md §1). */
export const DOMAINS: (Type | DynamicModule)[] = [StaffModule];

@Module({})
export class AppModule {
  /** @param more modules of a test */
  static with(config: Config, more: readonly (Type | DynamicModule)[] = []): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PlatformModule.with(config),
        DatabaseModule.forRoot({ entities, migrations }),
        AuditModule,
        ThrottleModule,
        MailModule.with(config),
        TenancyModule,
        ...DOMAINS,
        ...more,
      ],
    };
  }
}
