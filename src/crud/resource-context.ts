import { Inject, type Provider, type Type } from '@nestjs/common';
import type { ModuleRef } from '@nestjs/core';
import { AuditTrailService } from '../infrastructure/audit/audit-trail.service';
import { Clock } from '../common/clock';
import { Database } from '../infrastructure/database/database';
import { TransactionManager } from '../infrastructure/database/transaction-manager';
import { ReassignmentsService } from '../tenancy/reassignments.service';
import { ReferencesQuery } from '../tenancy/references.query';
import { SharedRecordRepository } from '../tenancy/shared-record.repository';
import { TenantRepository } from '../tenancy/tenant-repository';
import { getResourceMetadata, type ResourceMetadata, type ResourceRecord } from '../tenancy/resource-metadata';
import { TreeFilters } from './tree-filters';

/** Dependencies of a resource service. */
export class ResourceContext<E extends ResourceRecord> {
  readonly metadata: ResourceMetadata;
  readonly records: TenantRepository<E>;
  readonly treeFilters: TreeFilters;
  /** Fields with a unique key, in the order of the definition. */
  readonly unique: readonly (keyof E & string)[];

  constructor(
    entity: Type<E>,
    database: Database,
    readonly clock: Clock,
    readonly transactions: TransactionManager,
    readonly audit: AuditTrailService,
    readonly referencesQuery: ReferencesQuery,
    readonly reassignmentsService: ReassignmentsService,
  ) {
    this.metadata = getResourceMetadata(entity);
    const RepositoryClass = this.metadata.isShared ? SharedRecordRepository : TenantRepository;
    this.records = new RepositoryClass<E>(database, clock, entity);
    this.treeFilters = new TreeFilters(this.metadata.definition, database, clock);
    const { indices } = database.metadata(entity);
    const uniqueColumns = indices.filter(({ isUnique }) => isUnique).map(({ columns }) => columns.at(-1)!.propertyName);
    this.unique = Object.keys(this.metadata.definition.fields).filter((field) =>
      uniqueColumns.includes(`${field}_key`),
    ) as (keyof E & string)[];
  }
}

const tokenFor = (entity: Type): string => `ResourceContext<${entity.name}>`;

/** `constructor(@InjectResourceContext(Skill) context: ResourceContext<Skill>, …) { super(context); }` */
export const InjectResourceContext = (entity: Type): ParameterDecorator =>
  Inject(tokenFor(entity)) as ParameterDecorator;

/** For code that handles all resources and learns the entity at run time (imports). */
export const getResourceContext = (modules: ModuleRef, entity: Type): ResourceContext<ResourceRecord> =>
  modules.get<ResourceContext<ResourceRecord>>(tokenFor(entity), { strict: false });

/** Beside `tenantRepositories` in the module that owns the records. */
export function resourceContextProviders(...entities: readonly Type<ResourceRecord>[]): Provider[] {
  return entities.map((entity) => ({
    provide: tokenFor(entity),
    inject: [Database, Clock, TransactionManager, AuditTrailService, ReferencesQuery, ReassignmentsService],
    useFactory: (
      ...dependencies: [Database, Clock, TransactionManager, AuditTrailService, ReferencesQuery, ReassignmentsService]
    ) => new ResourceContext(entity, ...dependencies),
  }));
}
