import { Injectable, type Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Fields } from '../contract/fields';
import type { ImportReason } from '../contract/import-answers';
import { asImported, uniqueFields } from '../contract/imports';
import type { ResourceDefinition } from '../contract/resource';
import type { Where } from '../platform/database/where';
import { writeDto } from '../platform/definitions/dto';
import { NotFound } from '../platform/errors/app-error';
import type { JobRow } from '../tenancy/jobs/job-row.entity';
import { everyKept, type KeptRecord } from '../tenancy/resources/kept';
import { everyList } from '../tenancy/resources/lists';
import { dtosOf, type ResourceDtos } from '../tenancy/resources/resource-dtos';
import { partsIn } from '../tenancy/resources/resource-parts';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import type { Values } from './import-row.entity';

export type Kept = KeptRecord & Readonly<Record<string, unknown>>;

/** What an import asks of the service behind a resource. */
interface Imported {
  createMany(tenant: Tenant, bodies: readonly object[]): Promise<readonly object[]>;
  change(tenant: Tenant, id: string, body: object): Promise<object>;
  remove(tenant: Tenant, id: string): Promise<void>;
  archive(tenant: Tenant, id: string): Promise<object>;
}
/** A row whose references are ids, by its number in the file. */
export interface Understood {
  readonly row_no: number;
  readonly values: Values;
}
/** What one resource has besides; all of it may be left out. */
export interface ImportRules {
  /** A value as it is kept, so that the same file twice changes nothing. @returns why it cannot be kept */
  clean?(values: Record<string, unknown>): readonly ImportReason[];
  /** It says of itself that it does not count: nothing is made of it, and nothing changed. */
  isPassedOver?(values: Values): boolean;
  /** Why rows that are new cannot be made, by their numbers; some hundred at once, in as many statements as of one. */
  refused?(tenant: Tenant, rows: readonly Understood[]): Promise<ReadonlyMap<number, readonly ImportReason[]>>;
  /** Which of the records that a key names still stand; left out: all. */
  readonly standing?: Where<Kept>;
  /** Which of those a row is about; left out: all. */
  meant?(row: Values, found: readonly Kept[]): readonly Kept[];
  /** What files never change of a record: said otherwise in these fields a row is refused. */
  compared?(record: Values): readonly string[];
  /** Before the work looks at what is there: nobody else writes there until it is done. */
  hold?(tenant: Tenant, rows: readonly Values[]): Promise<void>;
  /** Left out: as the resource's own service makes them. */
  createMany?(tenant: Tenant, bodies: readonly Values[]): Promise<readonly object[]>;
  /**
   * Takes back what was made, all at once, where that is neither deleted nor put away.
   * @returns by what became of them, their places in the file
   */
  takeBack?(
    tenant: Tenant,
    rows: readonly JobRow[],
    found: ReadonlyMap<string, Kept>,
  ): Promise<ReadonlyMap<string, readonly number[]>>;
  /** Sends an invitation to a new record. @returns the version of the record after that */
  invite?(tenant: Tenant, id: string): Promise<number>;
  /** It is in use and cannot be deleted any more. Left out: it is archived, where that is possible. */
  putAway?(tenant: Tenant, id: string): Promise<void>;
  /** Why what was overwritten is not put back by itself; null: it is. */
  stays?(record: Values, was: Values): string | null;
}
export interface Importable {
  /** As files have it. */
  readonly definition: ResourceDefinition<Fields>;
  /** The fields by which rows are told apart: one that no two have alike, or several that are so together. */
  readonly keys: readonly string[];
  readonly records: TenantRepository<Kept>;
  readonly service: Imported;
  readonly dtos: Pick<ResourceDtos, 'write' | 'change'>;
  readonly rules: ImportRules;
}

/** Who may create its records by hand may import them; an API key that the guard admits acts as an admin. */
export const mayImport = ({ actor }: Tenant, { write }: Pick<ResourceDefinition<Fields>, 'write'>): boolean =>
  (write as readonly string[]).includes(actor.kind === 'api_key' ? 'admin' : actor.role);

/** Every resource whose definition says by what rows of a file are told apart (`imported_by`). */
@Injectable()
export class Importables {
  private readonly rules = new Map<string, ImportRules>();
  private readonly bodies = new Map<string, ResourceDtos['write']>();

  constructor(private readonly modules: ModuleRef) {}

  /** In the module's onModuleInit. */
  register(resource: string, rules: ImportRules): void {
    this.rules.set(resource, rules);
  }

  /** @throws NotFound where no files are imported */
  named(name: string): Importable {
    const it = this.find(name);
    if (!it) throw new NotFound('import');
    return it;
  }

  /** undefined where no files are imported. */
  find(name: string): Importable | undefined {
    const kept = everyKept().find(({ definition }) => definition.name === name && definition.imported_by);
    const list = everyList().find(({ definition }) => definition.name === name);
    if (!kept || !list) return undefined;
    const { definition, entity } = kept;
    return {
      definition: asImported(definition),
      keys: definition.imported_by!,
      records: this.recordsOf(entity),
      service: this.modules.get<Imported>(list.service as never, { strict: false }),
      dtos: { ...dtosOf(entity), ...(definition.imported_fields && { write: this.bodyOf(definition) }) },
      rules: this.rules.get(name) ?? {},
    };
  }

  /** Made once: what is judged of a row that no form sends. */
  private bodyOf(definition: ResourceDefinition<Fields>): ResourceDtos['write'] {
    const known = this.bodies.get(definition.name);
    if (known) return known;
    const made = class ImportedRow extends writeDto(asImported(definition)) {};
    this.bodies.set(definition.name, made);
    return made;
  }

  /** What a reference points to: its records, and the fields that name one for sure. */
  referred(resource: string): { id: string; keyed: readonly string[]; records: TenantRepository<Kept> } {
    const { definition, entity } = everyKept().find((kept) => kept.definition.name === resource)!;
    return { id: definition.id, keyed: uniqueFields(definition), records: this.recordsOf(entity) };
  }

  private recordsOf(entity: Type<object>): TenantRepository<Kept> {
    return partsIn(this.modules, entity).records as unknown as TenantRepository<Kept>;
  }
}
