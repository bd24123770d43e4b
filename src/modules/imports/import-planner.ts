import { Injectable } from '@nestjs/common';
import type { FieldErrorCode } from '../../contract/field-errors';
import type { ImportReason } from '../../contract/import.responses';
import type { ImportOutcome } from '../../contract/import-rows';
import { isNullable } from '../../contract/resource';
import { yieldToEventLoop } from '../../common/event-loop';
import { recordOf } from '../../common/rest/row';
import { AppError } from '../../common/errors/app-error';
import { normalizeKey } from '../../common/text-normalization';
import { DtoValidationPipe } from '../../common/http/dto-validation.pipe';
import type { Tenant } from '../../tenancy/tenant';
import { identityOf, singleKeyField } from './import-keys';
import { ImportReferenceResolver, type ResolvedReferences } from './import-reference-resolver';
import type { Importable, StoredRecord } from './importable-registry';
import type { Values } from './import-row.entity';

export interface ParsedRow {
  readonly row_no: number;
  readonly given: Values;
  readonly reasons: readonly ImportReason[];
}
export interface PlannedRow extends ParsedRow {
  /** See `identityOf`. */
  readonly identity: string | null;
  readonly outcome: ImportOutcome;
  /** Body of the create or change; a change has only the different fields. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly record: StoredRecord | undefined;
  /** References to rows of the same file that do not exist yet: field → key of that row. */
  readonly fileReferences: ReadonlyMap<string, string>;
}

/** References that the import will create: field → key → placeholder id. */
export type PendingReferences = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** @param field null: the whole row. @param code error code of forms (contract/field-errors.ts) */
export const importReason = (
  field: string | null,
  code: FieldErrorCode,
  facts: ImportReason['facts'] = {},
): ImportReason => ({
  field,
  code,
  facts,
});

/** Converts an error into the reasons of a row. */
export function reasonsFromError(error: AppError): ImportReason[] {
  const plain = (facts: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      Object.entries(facts).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.slice(0, 10).join(', ') : (value as string | number | boolean | null),
      ]),
    );
  const fields = Object.entries(error.errors ?? {});
  if (!fields.length) return [{ field: null, code: error.code, facts: plain(error.facts) }];
  return fields.map(([field, [first]]) => ({ field, code: first!.code, facts: plain(first!.facts) }));
}

/** Plans the outcome of rows without writing. Used by the check and by the job. */
@Injectable()
export class ImportPlanner {
  private readonly pipe = new DtoValidationPipe();

  constructor(private readonly references: ImportReferenceResolver) {}

  /**
   * @param isInFile whether a row of the file has this key and may exist later
   * @param options.lock lock out other writers until the open transaction ends
   * @param options.pending missing references that the import creates first (a check only)
   */
  async plan(
    tenant: Tenant,
    importable: Importable,
    rows: readonly ParsedRow[],
    isInFile: (key: string) => boolean,
    { lock = false, pending }: { lock?: boolean; pending?: PendingReferences } = {},
  ): Promise<PlannedRow[]> {
    const rowValues = rows.map((row) => row.given);
    const resolved = withPending(await this.references.resolve(tenant, importable, rowValues), rowValues, pending);
    const valuesWithIds = rowValues.map((values) => withIds(importable, values, resolved));
    if (lock) await importable.rules.lock?.(tenant, valuesWithIds);
    const existing = await this.references.findExisting(tenant, importable, valuesWithIds);
    const plannedRows: PlannedRow[] = [];
    for (const [index, row] of rows.entries()) {
      if (index % 100 === 0) await yieldToEventLoop();
      const identity = identityOf(importable, valuesWithIds[index]!);
      const matches = (identity !== null && existing.get(identity)) || [];
      const candidates = importable.rules.selectMatching?.(row.given, matches) ?? matches;
      plannedRows.push(await this.planOne(importable, { ...row, identity }, candidates, resolved, isInFile));
    }
    return this.refuseNew(tenant, importable, await this.refuseTaken(tenant, importable, plannedRows));
  }

  private async planOne(
    importable: Importable,
    row: ParsedRow & Pick<PlannedRow, 'identity'>,
    candidates: readonly StoredRecord[],
    resolved: ResolvedReferences,
    isInFile: (key: string) => boolean,
  ): Promise<PlannedRow> {
    const { definition, rules } = importable;
    const reasons: ImportReason[] = [...row.reasons];
    const refusedFields = new Set(reasons.map(({ field }) => field));
    const refuse = (field: string, code: string, facts: ImportReason['facts'] = {}) => {
      if (!refusedFields.has(field)) reasons.push({ field, code, facts });
      refusedFields.add(field);
    };
    const values: Record<string, unknown> = { ...row.given };
    const fileReferences = new Map<string, string>();
    for (const [name, text] of Object.entries(values)) {
      const field = definition.fields[name]!;
      if (text === null && !isNullable(field) && field.initial === undefined) refuse(name, 'required');
      if (field.kind !== 'ref' || typeof text !== 'string') continue;
      const id = resolved.get(name)?.get(text);
      if (id !== undefined) values[name] = id;
      else if (
        singleKeyField(importable) !== null &&
        field.resource === definition.name &&
        isInFile(normalizeKey(text))
      ) {
        fileReferences.set(name, normalizeKey(text));
        delete values[name];
      } else refuse(name, 'not_known', { value: text });
    }
    for (const { field, code, facts } of rules.normalize?.(values) ?? []) refuse(field!, code, facts);
    const isImmutable = definition.change === false;
    const findDifferences = (each: StoredRecord) =>
      filledFields(differingFields(each, values, rules.fixedFields?.(each) ?? []));
    const record = candidates.find((each) => isImmutable && !findDifferences(each).length) ?? candidates[0];
    for (const [name, { required }] of Object.entries(definition.fields))
      if (!record && required && row.given[name] === undefined && !refusedFields.has(name) && name !== definition.id)
        refuse(name, 'required');
    const isIgnored = !record && (rules.isIgnored?.(values) ?? false);
    if (record && isImmutable) for (const name of findDifferences(record)) refuse(name, 'recorded_otherwise');
    const body = bodyOf(importable, record, values);
    if (!(record && isImmutable) && !isIgnored) {
      const validValues = Object.fromEntries(Object.entries(body).filter(([name]) => !refusedFields.has(name)));
      await this.pipe
        .transform(validValues, { type: 'body', metatype: record ? importable.dtos.change : importable.dtos.write })
        .catch((error: unknown) => {
          if (!(error instanceof AppError)) throw error;
          for (const { field, code, facts } of reasonsFromError(error))
            if (field !== null && field in row.given) refuse(field, code, facts);
        });
    }
    const outcome = isIgnored && !reasons.length ? 'skip' : outcomeOf(reasons, record, changesOf(body, fileReferences));
    return { ...row, reasons, outcome, body, record, fileReferences };
  }

  /** Applies the `findRefusals` rule of the resource to new rows. */
  private async refuseNew(
    tenant: Tenant,
    importable: Importable,
    plannedRows: readonly PlannedRow[],
  ): Promise<PlannedRow[]> {
    const rows = plannedRows.filter(({ outcome }) => outcome === 'create');
    if (!importable.rules.findRefusals || !rows.length) return [...plannedRows];
    const refusals = await importable.rules.findRefusals(
      tenant,
      rows.map(({ row_no, body }) => ({ row_no, values: body })),
    );
    return plannedRows.map((row) => {
      const reasons = (row.outcome === 'create' && refusals.get(row.row_no)) || [];
      return reasons.length ? { ...row, outcome: 'error', reasons: [...row.reasons, ...reasons] } : row;
    });
  }

  /** Refuses values of other unique fields (such as the name of a skill) that another record has. */
  private async refuseTaken(
    tenant: Tenant,
    importable: Importable,
    plannedRows: readonly PlannedRow[],
  ): Promise<PlannedRow[]> {
    const uniqueFieldNames = Object.keys(importable.definition.fields).filter(
      (name) => importable.definition.fields[name]!.keyed && !importable.keys.includes(name),
    );
    let rows = [...plannedRows];
    for (const field of uniqueFieldNames) {
      const holders = await this.references.findByKey(
        tenant,
        importable.records,
        field,
        rows.map(({ body }) => body[field]),
      );
      const id = importable.definition.id;
      rows = rows.map((row) => {
        const value = row.body[field];
        const holder = typeof value === 'string' ? holders.get(normalizeKey(value)) : undefined;
        if (!holder || holder[id] === row.record?.[id]) return row;
        const reason = importReason(field, 'taken', { value: String(value) });
        return { ...row, outcome: 'error', reasons: [...row.reasons, reason] };
      });
    }
    return rows;
  }
}

/** Adds the placeholder ids of references that the import will create. */
function withPending(
  resolved: ResolvedReferences,
  rows: readonly Values[],
  pending: PendingReferences = new Map(),
): ResolvedReferences {
  if (!pending.size) return resolved;
  const merged = new Map([...resolved].map(([field, ids]) => [field, new Map(ids)]));
  for (const [field, idOf] of pending)
    for (const { [field]: value } of rows) {
      const id = typeof value === 'string' ? idOf.get(normalizeKey(value)) : undefined;
      if (id !== undefined) merged.get(field)!.set(String(value), id);
    }
  return merged;
}

function outcomeOf(reasons: readonly unknown[], record: StoredRecord | undefined, changes: number): ImportOutcome {
  if (reasons.length) return 'error';
  if (!record) return 'create';
  return changes ? 'update' : 'skip';
}

const withoutNulls = (values: Values): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

const withIds = ({ definition }: Importable, values: Values, resolved: ResolvedReferences): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, text]) => {
      if (definition.fields[name]!.kind !== 'ref' || typeof text !== 'string') return [name, text];
      return [name, resolved.get(name)?.get(text) ?? null];
    }),
  );

function bodyOf(
  { definition, keys }: Importable,
  record: StoredRecord | undefined,
  values: Values,
): Record<string, unknown> {
  if (!record) return withoutNulls(values);
  if (definition.change === false) return {};
  const change = recordOf(definition, values, 'change');
  return differingFields(
    record,
    change,
    Object.keys(change).filter((name) => !keys.includes(name)),
  );
}

/** Fields with another value than the record. Line breaks are compared in a normalized form. */
function differingFields(record: StoredRecord, values: Values, names: readonly string[]): Record<string, unknown> {
  const plain = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\r\n', '\n') : (value ?? null));
  return Object.fromEntries(
    names
      .filter((name) => name in values && plain(record[name]) !== plain(values[name]))
      .map((name) => [name, values[name]]),
  );
}

/** Names of the fields with a value; empty cells are ignored. */
const filledFields = (values: Values): string[] => Object.keys(withoutNulls(values));

const changesOf = (body: Values, fileReferences: ReadonlyMap<string, string>): number =>
  Object.keys(body).length + fileReferences.size;
