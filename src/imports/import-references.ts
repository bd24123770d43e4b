import { Injectable } from '@nestjs/common';
import type { Where } from '../platform/database/where';
import { keyOf } from '../platform/folded';
import { isId } from '../platform/ids';
import type { Tenant } from '../tenancy/tenant';
import { identityOf, soleKey } from './import-keys';
import { Importables, type Importable, type Kept } from './importables';
import type { Values } from './import-row.entity';

/** Values in one statement. */
const AT_ONCE = 900;

/** What the references of some rows mean: by their fields, the ids of what is written. */
export type Meant = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Looks up, some hundred at a time, what files name: by id, code or name, within one organisation. */
@Injectable()
export class ImportReferences {
  constructor(private readonly importables: Importables) {}

  /** What stands already, by what tells rows apart. References in them are ids. */
  async known(tenant: Tenant, it: Importable, rows: readonly Values[]): Promise<Map<string, Kept[]>> {
    const known = new Map<string, Kept[]>();
    const sole = soleKey(it);
    if (sole !== null) {
      const held = await this.byKey(
        tenant,
        it.records,
        sole,
        rows.map((values) => values[sole]),
      );
      for (const [key, record] of held) known.set(key, [record]);
      return known;
    }
    const named = rows.filter((values) => identityOf(it, values) !== null);
    if (!named.length) return known;
    const among = Object.fromEntries(
      it.keys.map((name) => [name, [...new Set(named.map((values) => values[name] ?? initialOf(it, name)))]]),
    );
    const wanted = new Set(named.map((values) => identityOf(it, values)));
    for (const record of await it.records.find(tenant, { ...among, ...it.rules.standing } as Where<Kept>)) {
      const identity = identityOf(it, record)!;
      if (wanted.has(identity)) known.set(identity, [...(known.get(identity) ?? []), record]);
    }
    return known;
  }

  /** By one field of which no two are the same. */
  async byKey(
    tenant: Tenant,
    records: Importable['records'],
    field: string,
    values: readonly unknown[],
  ): Promise<Map<string, Kept>> {
    const keys = [...new Set(values.filter((each) => typeof each === 'string').map(keyOf))];
    const found = new Map<string, Kept>();
    for (const some of parts(keys)) {
      const held = await records.find(tenant, { [`${field}_key`]: some } as Where<Kept>);
      for (const record of held) found.set(keyOf(String(record[field])), record);
    }
    return found;
  }

  /** What is written in the references of these rows; what nothing answers to is not in it. */
  async meant(tenant: Tenant, { definition }: Importable, rows: readonly Values[]): Promise<Meant> {
    const meant = new Map<string, Map<string, string>>();
    for (const [name, { kind, resource }] of Object.entries(definition.fields)) {
      if (kind !== 'ref') continue;
      const texts = [...new Set(rows.map((row) => row[name]).filter((text) => typeof text === 'string'))];
      if (texts.length) meant.set(name, await this.idsOf(tenant, resource!, texts));
    }
    return meant;
  }

  private async idsOf(tenant: Tenant, resource: string, texts: readonly string[]): Promise<Map<string, string>> {
    const { id, keyed, records } = this.importables.referred(resource);
    const ids = new Map<string, string>();
    for (const some of parts(texts.filter((text) => isId(text))))
      for (const record of await records.find(tenant, { [id]: some } as unknown as Where<Kept>))
        ids.set(String(record[id]), String(record[id]));
    for (const field of keyed) {
      const left = texts.filter((text) => !ids.has(text));
      const found = left.length ? await this.byKey(tenant, records, field, left) : new Map<string, Kept>();
      for (const text of left) {
        const record = found.get(keyOf(text));
        if (record) ids.set(text, String(record[id]));
      }
    }
    return ids;
  }
}

const initialOf = ({ definition }: Importable, name: string): unknown => definition.fields[name]!.initial;

function* parts<T>(all: readonly T[]): Generator<T[]> {
  for (let from = 0; from < all.length; from += AT_ONCE) yield all.slice(from, from + AT_ONCE);
}
