import { Global, Inject, Module, type Provider, type Type } from '@nestjs/common';
import { Clock } from '../common/clock';
import { Database } from '../infrastructure/database/database';
import { DomainEventBus } from './domain-event-bus';
import { ReferencesQuery } from './references.query';
import { DryRunService } from './dry-run.service';
import { DeferredWriteService } from './deferred-write.service';
import { ImpersonationAuditService } from './impersonation-audit.service';
import { ReassignmentsService } from './reassignments.service';
import { RecordNamesQuery } from './record-names.query';
import { TenantQueries } from './tenant-queries';
import { TenantRepository } from './tenant-repository';
import { TenantFactory } from './tenant.factory';

@Global()
@Module({
  providers: [
    DomainEventBus,
    ImpersonationAuditService,
    DeferredWriteService,
    TenantFactory,
    TenantQueries,
    ReferencesQuery,
    ReassignmentsService,
    RecordNamesQuery,
    DryRunService,
  ],
  exports: [
    DomainEventBus,
    TenantFactory,
    TenantQueries,
    ReferencesQuery,
    ReassignmentsService,
    RecordNamesQuery,
    DryRunService,
    DeferredWriteService,
    ImpersonationAuditService,
  ],
})
export class TenancyModule {}

const tokenFor = (entity: Type) => `TenantRepository<${entity.name}>`;

/** `providers: [...tenantRepositories(Staff, Department)]` in the module that owns the records. Do not export it. */
export function tenantRepositories(...entities: readonly Type<{ customer_id: number }>[]): Provider[] {
  return entities.map((entity) => ({
    provide: tokenFor(entity),
    inject: [Database, Clock],
    useFactory: (database: Database, clock: Clock) => new TenantRepository(database, clock, entity),
  }));
}

/** `constructor(@InjectTenantRepository(Staff) private readonly staff: TenantRepository<Staff>)` */
export const InjectTenantRepository = (entity: Type): ParameterDecorator =>
  Inject(tokenFor(entity)) as ParameterDecorator;
