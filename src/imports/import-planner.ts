import { Injectable } from '@nestjs/common';
import type { FieldErrorCode } from '../contract/field-errors';
import type { ImportReason } from '../contract/import-answers';
import type { ImportOutcome } from '../contract/import-rows';
import { isNullable } from '../contract/resource';
import { yieldToEventLoop } from '../platform/event-loop';
import { recordOf } from '../platform/definitions/row';
import { AppError } from '../platform/errors/app-error';
import { keyOf } from '../platform/folded';
import { ValidationPipe } from '../platform/http/validation.pipe';
import type { Tenant } from '../tenancy/tenant';
import { identityOf, soleKey } from './import-keys';
import { ImportReferences, type Meant } from './import-references';
import type { Importable, Kept } from './importables';
import type { Values } from './import-row.entity';

export interface ParsedRow {
  readonly row_no: number;
  readonly given: Values;
  readonly reasons: readonly ImportReason[];
}
export interface Planned extends ParsedRow {
  /** Which one it is, by all that tells rows apart; null: that is missing. */
  readonly identity: string | null;
  readonly outcome: ImportOutcome;
  /** What a create or a change is sent: only what is different. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly record: Kept | undefined;
  /** References to rows of the same file that are not there yet: the field, and the key of what it names. */
  readonly awaited: ReadonlyMap<string, string>;
}

/** Records that the import creates: by field and key, the id that stands for each until then. */
export type Pending = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Why a field's value, or (null) the row, cannot be imported; in the words of forms (contract/field-errors.ts). */
export const reasonOf = (
  field: string | null,
  code: FieldErrorCode,
  facts: ImportReason['facts'] = {},
): ImportReason => ({
  ...{ field, code, facts },
});

/** The reasons of a refusal, as a file's row tells them. */
export function reasonsOf(error: AppError): ImportReason[] {
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

/** What would become of rows as everything is now: nothing is written. The same for a check and for the job that does it. */
@Injectable()
export class ImportPlanner {
  private readonly pipe = new ValidationPipe();

  constructor(private readonly references: ImportReferences) {}

  /**
   * @param inFile whether some row of the file has this key: it may be there by then
   * @param options.hold lock out other writers until the open transaction ends
   * @param options.pending missing references that the import creates first (a check only)
   */
  async plan(
    tenant: Tenant,
    it: Importable,
    rows: readonly ParsedRow[],
    inFile: (key: string) => boolean,
    { hold = false, pending }: { hold?: boolean; pending?: Pending } = {},
  ): Promise<Planned[]> {
    const given = rows.map((row) => row.given);
    const meant = withPending(await this.references.meant(tenant, it, given), given, pending);
    const named = given.map((values) => withIds(it, values, meant));
    if (hold) await it.rules.hold?.(tenant, named);
    const known = await this.references.known(tenant, it, named);
    const planned: Planned[] = [];
    for (const [at, row] of rows.entries()) {
      if (at % 100 === 0) await yieldToEventLoop();
      const identity = identityOf(it, named[at]!);
      const found = (identity !== null && known.get(identity)) || [];
      const standing = it.rules.meant?.(row.given, found) ?? found;
      planned.push(await this.planOne(it, { ...row, identity }, standing, meant, inFile));
    }
    return this.refuseNew(tenant, it, await this.refuseTaken(tenant, it, planned));
  }

  private async planOne(
    it: Importable,
    row: ParsedRow & Pick<Planned, 'identity'>,
    standing: readonly Kept[],
    meant: Meant,
    inFile: (key: string) => boolean,
  ): Promise<Planned> {
    const { definition, rules } = it;
    const reasons: ImportReason[] = [...row.reasons];
    const refused = new Set(reasons.map(({ field }) => field));
    const refuse = (field: string, code: string, facts: ImportReason['facts'] = {}) => {
      if (!refused.has(field)) reasons.push({ field, code, facts });
      refused.add(field);
    };
    const values: Record<string, unknown> = { ...row.given };
    const awaited = new Map<string, string>();
    for (const [name, text] of Object.entries(values)) {
      const field = definition.fields[name]!;
      if (text === null && !isNullable(field) && field.initial === undefined) refuse(name, 'required');
      if (field.kind !== 'ref' || typeof text !== 'string') continue;
      const id = meant.get(name)?.get(text);
      if (id !== undefined) values[name] = id;
      else if (soleKey(it) !== null && field.resource === definition.name && inFile(keyOf(text))) {
        awaited.set(name, keyOf(text));
        delete values[name];
      } else refuse(name, 'not_known', { value: text });
    }
    for (const { field, code, facts } of rules.clean?.(values) ?? []) refuse(field!, code, facts);
    const isFixed = definition.change === false;
    const otherwise = (each: Kept) => said(otherThan(each, values, rules.compared?.(each) ?? []));
    const record = standing.find((each) => isFixed && !otherwise(each).length) ?? standing[0];
    for (const [name, { required }] of Object.entries(definition.fields))
      if (!record && required && row.given[name] === undefined && !refused.has(name) && name !== definition.id)
        refuse(name, 'required');
    const isPassedOver = !record && (rules.isPassedOver?.(values) ?? false);
    if (record && isFixed) for (const name of otherwise(record)) refuse(name, 'recorded_otherwise');
    const body = bodyOf(it, record, values);
    if (!(record && isFixed) && !isPassedOver) {
      const sound = Object.fromEntries(Object.entries(body).filter(([name]) => !refused.has(name)));
      await this.pipe
        .transform(sound, { type: 'body', metatype: record ? it.dtos.change : it.dtos.write })
        .catch((error: unknown) => {
          if (!(error instanceof AppError)) throw error;
          for (const { field, code, facts } of reasonsOf(error))
            if (field !== null && field in row.given) refuse(field, code, facts);
        });
    }
    const outcome = isPassedOver && !reasons.length ? 'skip' : outcomeOf(reasons, record, changesOf(body, awaited));
    return { ...row, reasons, outcome, body, record, awaited };
  }

  /** What a rule of the resource says of rows that are new. */
  private async refuseNew(tenant: Tenant, it: Importable, planned: readonly Planned[]): Promise<Planned[]> {
    const rows = planned.filter(({ outcome }) => outcome === 'create');
    if (!it.rules.refused || !rows.length) return [...planned];
    const refused = await it.rules.refused(
      tenant,
      rows.map(({ row_no, body }) => ({ row_no, values: body })),
    );
    return planned.map((row) => {
      const reasons = (row.outcome === 'create' && refused.get(row.row_no)) || [];
      return reasons.length ? { ...row, outcome: 'error', reasons: [...row.reasons, ...reasons] } : row;
    });
  }

  /** What else no two may have in common (a skill's name), as long as it is somebody else's. */
  private async refuseTaken(tenant: Tenant, it: Importable, planned: readonly Planned[]): Promise<Planned[]> {
    const others = Object.keys(it.definition.fields).filter(
      (name) => it.definition.fields[name]!.keyed && !it.keys.includes(name),
    );
    let rows = [...planned];
    for (const field of others) {
      const held = await this.references.byKey(
        tenant,
        it.records,
        field,
        rows.map(({ body }) => body[field]),
      );
      const id = it.definition.id;
      rows = rows.map((row) => {
        const value = row.body[field];
        const holder = typeof value === 'string' ? held.get(keyOf(value)) : undefined;
        if (!holder || holder[id] === row.record?.[id]) return row;
        const reason = reasonOf(field, 'taken', { value: String(value) });
        return { ...row, outcome: 'error', reasons: [...row.reasons, reason] };
      });
    }
    return rows;
  }
}

/** References to records that the import creates count as known, by the id that stands for each. */
function withPending(meant: Meant, rows: readonly Values[], pending: Pending = new Map()): Meant {
  if (!pending.size) return meant;
  const all = new Map([...meant].map(([field, ids]) => [field, new Map(ids)]));
  for (const [field, idOf] of pending)
    for (const { [field]: value } of rows) {
      const id = typeof value === 'string' ? idOf.get(keyOf(value)) : undefined;
      if (id !== undefined) all.get(field)!.set(String(value), id);
    }
  return all;
}

function outcomeOf(reasons: readonly unknown[], record: Kept | undefined, changes: number): ImportOutcome {
  if (reasons.length) return 'error';
  if (!record) return 'create';
  return changes ? 'update' : 'skip';
}

const filled = (values: Values): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

const withIds = ({ definition }: Importable, given: Values, meant: Meant): Values =>
  Object.fromEntries(
    Object.entries(given).map(([name, text]) => {
      if (definition.fields[name]!.kind !== 'ref' || typeof text !== 'string') return [name, text];
      return [name, meant.get(name)?.get(text) ?? null];
    }),
  );

function bodyOf({ definition, keys }: Importable, record: Kept | undefined, values: Values): Record<string, unknown> {
  if (!record) return filled(values);
  if (definition.change === false) return {};
  const change = recordOf(definition, values, 'change');
  return otherThan(
    record,
    change,
    Object.keys(change).filter((name) => !keys.includes(name)),
  );
}

/** Line breaks are written as the file's program does; the key names the record and is not changed by it. */
function otherThan(record: Kept, values: Values, names: readonly string[]): Record<string, unknown> {
  const plain = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\r\n', '\n') : (value ?? null));
  return Object.fromEntries(
    names
      .filter((name) => name in values && plain(record[name]) !== plain(values[name]))
      .map((name) => [name, values[name]]),
  );
}

/** An empty cell says nothing of what is not changed. */
const said = (values: Values): string[] => Object.keys(filled(values));

const changesOf = (body: Values, awaited: ReadonlyMap<string, string>): number =>
  Object.keys(body).length + awaited.size;
