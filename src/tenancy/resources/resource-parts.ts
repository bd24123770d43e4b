import { Inject, type Provider, type Type } from '@nestjs/common';
import type { ModuleRef } from '@nestjs/core';
import { AuditTrail } from '../../platform/audit/audit-trail';
import { Clock } from '../../platform/clock';
import { Database } from '../../platform/database/database';
import { Transactions } from '../../platform/database/transactions';
import { Reassignments } from '../reassignments';
import { References } from '../references';
import { SharedRecords } from '../shared-records';
import { TenantRepository } from '../tenant-repository';
import { keptBy, type Kept, type KeptRecord } from './kept';
import { TreeFilters } from './tree-filters';

/** What the service of a resource stands on. */
export class ResourceParts<E extends KeptRecord> {
  readonly kept: Kept;
  readonly records: TenantRepository<E>;
  readonly treeFilters: TreeFilters;
  /** Fields of which two records of an organisation never have the same, in the definition's order. */
  readonly unique: readonly (keyof E & string)[];

  constructor(
    entity: Type<E>,
    database: Database,
    readonly clock: Clock,
    readonly transactions: Transactions,
    readonly audit: AuditTrail,
    readonly references: References,
    readonly reassignments: Reassignments,
  ) {
    this.kept = keptBy(entity);
    const Records = this.kept.isShared ? SharedRecords : TenantRepository;
    this.records = new Records<E>(database, clock, entity);
    this.treeFilters = new TreeFilters(this.kept.definition, database, clock);
    const { indices } = database.metadata(entity);
    const unique = indices.filter(({ isUnique }) => isUnique).map(({ columns }) => columns.at(-1)!.propertyName);
    this.unique = Object.keys(this.kept.definition.fields).filter((field) =>
      unique.includes(`${field}_key`),
    ) as (keyof E & string)[];
  }
}

const tokenOf = (entity: Type): string => `ResourceParts<${entity.name}>`;

/** `constructor(@PartsOf(Skill) parts: ResourceParts<Skill>, …) { super(parts); }` */
export const PartsOf = (entity: Type): ParameterDecorator => Inject(tokenOf(entity)) as ParameterDecorator;

/** For what serves every resource alike and is told which one at run time (imports). */
export const partsIn = (modules: ModuleRef, entity: Type): ResourceParts<KeptRecord> =>
  modules.get<ResourceParts<KeptRecord>>(tokenOf(entity), { strict: false });

/** Beside `tenantRepositories` in the module that owns the records. */
export function resourceParts(...entities: readonly Type<KeptRecord>[]): Provider[] {
  return entities.map((entity) => ({
    provide: tokenOf(entity),
    inject: [Database, Clock, Transactions, AuditTrail, References, Reassignments],
    useFactory: (...parts: [Database, Clock, Transactions, AuditTrail, References, Reassignments]) =>
      new ResourceParts(entity, ...parts),
  }));
}
