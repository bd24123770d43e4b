import { Injectable } from '@nestjs/common';
import { requiredImportFields } from '../../contract/imports';
import { AppError } from '../../common/errors/app-error';
import { normalizeKey } from '../../common/text-normalization';
import { DtoValidationPipe } from '../../common/http/dto-validation.pipe';
import { isId } from '../../common/ids';
import type { JobRowResult } from '../background-jobs/job-batch';
import type { Tenant } from '../../tenancy/tenant';
import { ImportReferenceResolver } from './import-reference-resolver';
import type { Values } from './import-row.entity';
import { ImportableRegistry, canImport, type Importable } from './importable-registry';

/** Values of reference fields for which no record exists, by field; each in its first spelling. */
export type MissingValues = ReadonlyMap<string, readonly string[]>;

/** Outcome code of a created reference in the rows of the job. */
export const REFERENCE_CREATED = 'import_reference_created';

/** Referenced records that do not exist yet and need nothing but a name or code, such as departments. */
@Injectable()
export class MissingReferencesService {
  private readonly pipe = new DtoValidationPipe();

  constructor(
    private readonly importableRegistry: ImportableRegistry,
    private readonly references: ImportReferenceResolver,
  ) {}

  /** Missing references of some rows that the import can create. */
  async find(tenant: Tenant, importable: Importable, rows: readonly Values[]): Promise<MissingValues> {
    const existing = await this.references.resolve(tenant, importable, rows);
    const missing = new Map<string, readonly string[]>();
    for (const [field, { kind, resource }] of Object.entries(importable.definition.fields)) {
      const target =
        kind === 'ref' && resource !== importable.definition.name ? this.findCreatable(tenant, resource!) : null;
      if (!target) continue;
      const values = new Map<string, string>();
      for (const { [field]: value } of rows)
        if (
          typeof value === 'string' &&
          !isId(value) &&
          !existing.get(field)?.has(value) &&
          !values.has(normalizeKey(value))
        )
          values.set(normalizeKey(value), value);
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
  async create(
    tenant: Tenant,
    importable: Importable,
    missing: MissingValues,
    created: number,
  ): Promise<JobRowResult[]> {
    const outcomes: JobRowResult[] = [];
    for (const [field, values] of missing) {
      const { resource } = importable.definition.fields[field]!;
      const target = this.importableRegistry.get(resource!);
      const records = await target.service.createMany(
        tenant,
        values.map((value) => toBody(target, value)),
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
  private findCreatable(tenant: Tenant, resource: string): Importable | null {
    const target = this.importableRegistry.find(resource);
    if (target?.keys.length !== 1) return null;
    const { definition } = target;
    const isByText = requiredImportFields(definition).every((name) => definition.fields[name]!.kind === 'text');
    return isByText && canImport(tenant, definition) ? target : null;
  }

  private async isValid(target: Importable, value: string): Promise<boolean> {
    try {
      await this.pipe.transform(toBody(target, value), { type: 'body', metatype: target.dtos.write });
      return true;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }
}

/** The value is the name and, where there is one, the code. */
const toBody = ({ definition, keys }: Importable, value: string): Record<string, string> =>
  Object.fromEntries([...new Set([...keys, ...requiredImportFields(definition)])].map((name) => [name, value]));
