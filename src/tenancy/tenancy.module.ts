import { Global, Inject, Module, type Provider, type Type } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { JwtModule } from '@nestjs/jwt';
import { PassportModule } from '@nestjs/passport';
import { Clock } from '../platform/clock';
import { Database } from '../platform/database/database';
import { Announcements } from './announcements';
import { ApiKeyDoor } from './api-key-door';
import { References } from './references';
import { Doors } from './doors';
import { DryRuns } from './dry-runs';
import { DeferredWrites } from './deferred-writes';
import { PlatformViews } from './platform-views';
import { Reassignments } from './reassignments';
import { RecordNames } from './record-names';
import { SessionFacts } from './session-facts';
import { SessionGuard } from './session.guard';
import { SessionTokens } from './session-tokens';
import { SessionStrategy } from './session.strategy';
import { Sessions } from './sessions';
import { PastSessions } from './past-sessions';
import { SignInNotices } from './sign-in-notices';
import { TenantQueries } from './tenant-queries';
import { TenantRepository } from './tenant-repository';
import { Tenants } from './tenants';

@Global()
@Module({
  imports: [JwtModule.register({}), PassportModule, DiscoveryModule],
  providers: [
    Announcements,
    SessionFacts,
    SessionTokens,
    Sessions,
    ApiKeyDoor,
    PlatformViews,
    DeferredWrites,
    SessionStrategy,
    SignInNotices,
    PastSessions,
    Tenants,
    TenantQueries,
    References,
    Reassignments,
    RecordNames,
    Doors,
    DryRuns,
    { provide: APP_GUARD, useClass: SessionGuard },
  ],
  exports: [
    Announcements,
    ApiKeyDoor,
    SessionFacts,
    Sessions,
    Tenants,
    TenantQueries,
    References,
    Reassignments,
    RecordNames,
    Doors,
    DryRuns,
  ],
})
export class TenancyModule {}

const tokenOf = (entity: Type) => `TenantRepository<${entity.name}>`;

/** `providers: [...tenantRepositories(Staff, Department)]` in the module that owns the records. Never exported. */
export function tenantRepositories(...entities: readonly Type<{ customer_id: number }>[]): Provider[] {
  return entities.map((entity) => ({
    provide: tokenOf(entity),
    inject: [Database, Clock],
    useFactory: (database: Database, clock: Clock) => new TenantRepository(database, clock, entity),
  }));
}

/** `constructor(@Records(Staff) private readonly staff: TenantRepository<Staff>)` */
export const Records = (entity: Type): ParameterDecorator => Inject(tokenOf(entity)) as ParameterDecorator;
