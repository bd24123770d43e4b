import { Injectable } from '@nestjs/common';
import { demandedFields } from '../contract/imports';
import { AppError } from '../platform/errors/app-error';
import { keyOf } from '../platform/folded';
import { ValidationPipe } from '../platform/http/validation.pipe';
import { isId } from '../platform/ids';
import type { ToldRow } from '../tenancy/jobs/portion';
import type { Tenant } from '../tenancy/tenant';
import { ImportReferences } from './import-references';
import type { Values } from './import-row.entity';
import { Importables, mayImport, type Importable } from './importables';

/** Values of reference fields for which no record exists, by field; each in its first spelling. */
export type Missing = ReadonlyMap<string, readonly string[]>;

/** Outcome code of a created reference in the rows of the job. */
export const REFERENCE_CREATED = 'import_reference_created';

/** Referenced records that do not exist yet and need nothing but a name or code, such as departments. */
@Injectable()
export class MissingReferences {
  private readonly pipe = new ValidationPipe();

  constructor(
    private readonly importables: Importables,
    private readonly references: ImportReferences,
  ) {}

  /** The missing records of some rows that the import can create. */
  async of(tenant: Tenant, it: Importable, rows: readonly Values[]): Promise<Missing> {
    const existing = await this.references.meant(tenant, it, rows);
    const missing = new Map<string, readonly string[]>();
    for (const [field, { kind, resource }] of Object.entries(it.definition.fields)) {
      const target = kind === 'ref' && resource !== it.definition.name ? this.creatable(tenant, resource!) : null;
      if (!target) continue;
      const values = new Map<string, string>();
      for (const { [field]: value } of rows)
        if (typeof value === 'string' && !isId(value) && !existing.get(field)?.has(value) && !values.has(keyOf(value)))
          values.set(keyOf(value), value);
      const valid: string[] = [];
      for (const value of values.values()) if (await this.isValid(target, value)) valid.push(value);
      if (valid.length) missing.set(field, valid);
    }
    return missing;
  }

  /**
   * Creates them, in the caller's transaction.
   * @param created number of references that the job has created before
   * @returns one outcome each; their row numbers are negative, so that undo removes them last
   */
  async create(tenant: Tenant, it: Importable, missing: Missing, created: number): Promise<ToldRow[]> {
    const outcomes: ToldRow[] = [];
    for (const [field, values] of missing) {
      const { resource } = it.definition.fields[field]!;
      const target = this.importables.named(resource!);
      const records = await target.service.createMany(
        tenant,
        values.map((value) => bodyOf(target, value)),
      );
      for (const record of records as { row_version: number; [name: string]: unknown }[])
        outcomes.push({
          row_no: -1 - created - outcomes.length,
          outcome: 'changed',
          code: REFERENCE_CREATED,
          record_id: String(record[target.definition.id]),
          record_version: record.row_version,
          facts: { resource: resource! },
        });
    }
    return outcomes;
  }

  /** null: it needs more than a name or code, or this account may not create it. */
  private creatable(tenant: Tenant, resource: string): Importable | null {
    const target = this.importables.find(resource);
    if (target?.keys.length !== 1) return null;
    const { definition } = target;
    const isByText = demandedFields(definition).every((name) => definition.fields[name]!.kind === 'text');
    return isByText && mayImport(tenant, definition) ? target : null;
  }

  private async isValid(target: Importable, value: string): Promise<boolean> {
    try {
      await this.pipe.transform(bodyOf(target, value), { type: 'body', metatype: target.dtos.write });
      return true;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }
}

/** The value is the name and, where there is one, the code. */
const bodyOf = ({ definition, keys }: Importable, value: string): Record<string, string> =>
  Object.fromEntries([...new Set([...keys, ...demandedFields(definition)])].map((name) => [name, value]));
