import { Injectable } from '@nestjs/common';
import type { Where } from '../../infrastructure/database/where';
import { normalizeKey } from '../../common/text-normalization';
import { isId } from '../../common/ids';
import type { Tenant } from '../../tenancy/tenant';
import { identityOf, singleKeyField } from './import-keys';
import { ImportableRegistry, type Importable, type StoredRecord } from './importable-registry';
import type { Values } from './import-row.entity';

/** Values in one statement. */
const CHUNK_SIZE = 900;

/** Ids of the references of some rows: field → written text → id. */
export type ResolvedReferences = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Resolves the records that rows refer to, by id, code or name, in bulk statements. */
@Injectable()
export class ImportReferenceResolver {
  constructor(private readonly importableRegistry: ImportableRegistry) {}

  /** Existing records by identity. @param rows with references as ids */
  async findExisting(
    tenant: Tenant,
    importable: Importable,
    rows: readonly Values[],
  ): Promise<Map<string, StoredRecord[]>> {
    const existing = new Map<string, StoredRecord[]>();
    const keyField = singleKeyField(importable);
    if (keyField !== null) {
      const recordsByKey = await this.findByKey(
        tenant,
        importable.records,
        keyField,
        rows.map((values) => values[keyField]),
      );
      for (const [key, record] of recordsByKey) existing.set(key, [record]);
      return existing;
    }
    const identifiable = rows.filter((values) => identityOf(importable, values) !== null);
    if (!identifiable.length) return existing;
    const where = Object.fromEntries(
      importable.keys.map((name) => [
        name,
        [...new Set(identifiable.map((values) => values[name] ?? initialOf(importable, name)))],
      ]),
    );
    const identities = new Set(identifiable.map((values) => identityOf(importable, values)));
    for (const record of await importable.records.find(tenant, {
      ...where,
      ...importable.rules.matchWhere,
    } as Where<StoredRecord>)) {
      const identity = identityOf(importable, record)!;
      if (identities.has(identity)) existing.set(identity, [...(existing.get(identity) ?? []), record]);
    }
    return existing;
  }

  /** Existing records by a unique field. */
  async findByKey(
    tenant: Tenant,
    records: Importable['records'],
    field: string,
    values: readonly unknown[],
  ): Promise<Map<string, StoredRecord>> {
    const keys = [...new Set(values.filter((each) => typeof each === 'string').map(normalizeKey))];
    const recordsByKey = new Map<string, StoredRecord>();
    for (const chunk of inChunks(keys)) {
      const matches = await records.find(tenant, { [`${field}_key`]: chunk } as Where<StoredRecord>);
      for (const record of matches) recordsByKey.set(normalizeKey(String(record[field])), record);
    }
    return recordsByKey;
  }

  /** Ids of the references of these rows; unknown texts are missing. */
  async resolve(tenant: Tenant, { definition }: Importable, rows: readonly Values[]): Promise<ResolvedReferences> {
    const resolved = new Map<string, Map<string, string>>();
    for (const [name, { kind, resource }] of Object.entries(definition.fields)) {
      if (kind !== 'ref') continue;
      const texts = [...new Set(rows.map((row) => row[name]).filter((text) => typeof text === 'string'))];
      if (texts.length) resolved.set(name, await this.idsOf(tenant, resource!, texts));
    }
    return resolved;
  }

  private async idsOf(tenant: Tenant, resource: string, texts: readonly string[]): Promise<Map<string, string>> {
    const { id, keyed, records } = this.importableRegistry.getReferenceTarget(resource);
    const ids = new Map<string, string>();
    for (const chunk of inChunks(texts.filter((text) => isId(text))))
      for (const record of await records.find(tenant, { [id]: chunk } as unknown as Where<StoredRecord>))
        ids.set(String(record[id]), String(record[id]));
    for (const field of keyed) {
      const unresolved = texts.filter((text) => !ids.has(text));
      const recordsByKey = unresolved.length
        ? await this.findByKey(tenant, records, field, unresolved)
        : new Map<string, StoredRecord>();
      for (const text of unresolved) {
        const record = recordsByKey.get(normalizeKey(text));
        if (record) ids.set(text, String(record[id]));
      }
    }
    return ids;
  }
}

const initialOf = ({ definition }: Importable, name: string): unknown => definition.fields[name]!.initial;

function* inChunks<T>(all: readonly T[]): Generator<T[]> {
  for (let from = 0; from < all.length; from += CHUNK_SIZE) yield all.slice(from, from + CHUNK_SIZE);
}
