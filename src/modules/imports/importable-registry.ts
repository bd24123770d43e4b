import { Injectable, type Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Fields } from '../../contract/fields';
import type { ImportReason } from '../../contract/import.responses';
import { toImportDefinition, uniqueFields } from '../../contract/imports';
import type { ResourceDefinition } from '../../contract/resource';
import type { Where } from '../../infrastructure/database/where';
import { writeDto } from '../../common/rest/dto';
import { NotFoundError } from '../../common/errors/app-error';
import type { JobRow } from '../background-jobs/job-row.entity';
import { listResources, type ResourceRecord } from '../../tenancy/resource-metadata';
import { listRegistrations } from '../../crud/list.registry';
import { getResourceDtos, type ResourceDtos } from '../../crud/resource-dtos';
import { getResourceContext } from '../../crud/resource-context';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import type { Values } from './import-row.entity';

export type StoredRecord = ResourceRecord & Readonly<Record<string, unknown>>;

/** Subset of ResourceService that imports use. */
interface ImportTargetService {
  createMany(tenant: Tenant, dtosByResource: readonly object[]): Promise<readonly object[]>;
  change(tenant: Tenant, id: string, body: object): Promise<object>;
  remove(tenant: Tenant, id: string): Promise<void>;
  archive(tenant: Tenant, id: string): Promise<object>;
}
/** A row with references as ids. */
export interface ResolvedRow {
  readonly row_no: number;
  readonly values: Values;
}
/** Optional import rules of one resource. */
export interface ImportRules {
  /** Normalizes values in place, so that importing a file again changes nothing. @returns reasons for refusal */
  normalize?(values: Record<string, unknown>): readonly ImportReason[];
  /** Rows to skip, such as exported rows that do not count. */
  isIgnored?(values: Values): boolean;
  /** Reasons why new rows cannot be created, by row number. */
  findRefusals?(tenant: Tenant, rows: readonly ResolvedRow[]): Promise<ReadonlyMap<number, readonly ImportReason[]>>;
  /** Existing records that a row may match; default: all. */
  readonly matchWhere?: Where<StoredRecord>;
  /** The records with the same key that a row is about; default: all. */
  selectMatching?(row: Values, records: readonly StoredRecord[]): readonly StoredRecord[];
  /** Fields that an import cannot change: a row with another value is refused. */
  fixedFields?(record: Values): readonly string[];
  /** Locks out other writers before existing records are read. */
  lock?(tenant: Tenant, rows: readonly Values[]): Promise<void>;
  /** Default: `createMany` of the resource service. */
  createMany?(tenant: Tenant, dtosByResource: readonly Values[]): Promise<readonly object[]>;
  /**
   * Undoes created records in bulk, instead of deleting or archiving them.
   * @returns row numbers by outcome code
   */
  undoCreated?(
    tenant: Tenant,
    rows: readonly JobRow[],
    records: ReadonlyMap<string, StoredRecord>,
  ): Promise<ReadonlyMap<string, readonly number[]>>;
  /** Sends an invitation to a new record. @returns the new version of the record */
  invite?(tenant: Tenant, id: string): Promise<number>;
  /** Undo for a record in use, which cannot be deleted. Default: archive it, if possible. */
  archiveInUse?(tenant: Tenant, id: string): Promise<void>;
  /** Code of the reason why undo cannot restore previous values; null: it can. */
  findUndoObstacle?(record: Values, was: Values): string | null;
}
export interface Importable {
  /** The definition with the fields of import files. */
  readonly definition: ResourceDefinition<Fields>;
  /** Key fields: one unique field, or several that are unique together. */
  readonly keys: readonly string[];
  readonly records: TenantRepository<StoredRecord>;
  readonly service: ImportTargetService;
  readonly dtos: Pick<ResourceDtos, 'write' | 'change'>;
  readonly rules: ImportRules;
}

/** Imports need the right to create records by hand; an API key counts as an admin. */
export const canImport = ({ actor }: Tenant, { write }: Pick<ResourceDefinition<Fields>, 'write'>): boolean =>
  (write as readonly string[]).includes(actor.kind === 'api_key' ? 'admin' : actor.role);

/** All resources whose definition has key fields for imports (`imported_by`). */
@Injectable()
export class ImportableRegistry {
  private readonly rules = new Map<string, ImportRules>();
  private readonly dtosByResource = new Map<string, ResourceDtos['write']>();

  constructor(private readonly modules: ModuleRef) {}

  /** Call in onModuleInit. */
  register(resource: string, rules: ImportRules): void {
    this.rules.set(resource, rules);
  }

  /** @throws NotFoundError if the resource has no import */
  get(name: string): Importable {
    const importable = this.find(name);
    if (!importable) throw new NotFoundError('import');
    return importable;
  }

  /** undefined if the resource has no import. */
  find(name: string): Importable | undefined {
    const metadata = listResources().find(({ definition }) => definition.name === name && definition.imported_by);
    const list = listRegistrations().find(({ definition }) => definition.name === name);
    if (!metadata || !list) return undefined;
    const { definition, entity } = metadata;
    return {
      definition: toImportDefinition(definition),
      keys: definition.imported_by!,
      records: this.repositoryOf(entity),
      service: this.modules.get<ImportTargetService>(list.service as never, { strict: false }),
      dtos: { ...getResourceDtos(entity), ...(definition.imported_fields && { write: this.rowDtoOf(definition) }) },
      rules: this.rules.get(name) ?? {},
    };
  }

  /** Validation DTO for resources whose import has more fields than the form. Cached. */
  private rowDtoOf(definition: ResourceDefinition<Fields>): ResourceDtos['write'] {
    const cached = this.dtosByResource.get(definition.name);
    if (cached) return cached;
    const dto = class ImportedRow extends writeDto(toImportDefinition(definition)) {};
    this.dtosByResource.set(definition.name, dto);
    return dto;
  }

  /** The target of a reference field: its records and unique fields. */
  getReferenceTarget(resource: string): {
    id: string;
    keyed: readonly string[];
    records: TenantRepository<StoredRecord>;
  } {
    const { definition, entity } = listResources().find((metadata) => metadata.definition.name === resource)!;
    return { id: definition.id, keyed: uniqueFields(definition), records: this.repositoryOf(entity) };
  }

  private repositoryOf(entity: Type<object>): TenantRepository<StoredRecord> {
    return getResourceContext(this.modules, entity).records as unknown as TenantRepository<StoredRecord>;
  }
}
