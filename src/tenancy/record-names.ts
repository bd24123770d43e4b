import { Injectable, type Type } from '@nestjs/common';
import type { EntityMetadata } from 'typeorm';
import { uuidTransformer } from '../platform/database/column-types';
import { Database, type SqlValue } from '../platform/database/database';
import { columnOf, encode, marks } from '../platform/database/where';
import { idFromBytes, isId } from '../platform/ids';

/** A table whose rows have names: which entity keeps it, its key, and what its rows are called by. */
export interface NamedTable {
  readonly entity: Type<object>;
  readonly key: string;
  /** One or two: texts, or ids of other records. */
  readonly columns: readonly string[];
}
/** One row of it, of an organisation. */
export interface NamedRow {
  readonly table: NamedTable;
  readonly customer_id: number;
  readonly id: string;
}
/** The two columns of an arm: a text or the id of another record. */
interface Arm {
  part: string;
  owner: number;
  id: Uint8Array | null;
  number: number | null;
  text_a: string | null;
  text_b: string | null;
  ref_a: Uint8Array | null;
  ref_b: Uint8Array | null;
}

/** Which row a name is of. */
export const nameKey = ({ table, customer_id, id }: NamedRow): string => `${table.entity.name} ${customer_id}/${id}`;

/**
 * What many records of many tables are called, in one statement, also over organisations: for the records of a page such
 * as those that the audit log tells of. Whoever asks has decided that the names may be seen, and says with each id whose
 * it is: one that belongs to somebody else is simply not found.
 */
@Injectable()
export class RecordNames {
  constructor(private readonly database: Database) {}

  /** @returns the columns of what is still there, by `nameKey` */
  async of(wanted: readonly NamedRow[]): Promise<ReadonlyMap<string, Readonly<Record<string, string>>>> {
    const values: SqlValue[] = [];
    const tables = new Map<string, NamedTable>();
    const arms = [...new Set(wanted.map(({ table }) => table))].flatMap((table) => {
      const rows = wanted.filter((row) => row.table === table);
      const arm = this.arm(table, rows, values);
      if (arm) tables.set(table.entity.name, table);
      return arm ?? [];
    });
    if (!arms.length) return new Map();
    const found = new Map<string, Readonly<Record<string, string>>>();
    const owned = new Set<string>();
    for (const { part, owner, id, number, ...names } of await this.database.rows<Arm>(
      arms.join(' UNION ALL '),
      values,
    )) {
      const table = tables.get(part)!;
      const facts = table.columns.map((name, at) => {
        const [text, ref] = at === 0 ? [names.text_a, names.ref_a] : [names.text_b, names.ref_b];
        return [name, ref ? idFromBytes(ref) : text] as const;
      });
      if (this.isOwned(table)) owned.add(part);
      const known = facts.filter((fact): fact is readonly [string, string] => fact[1] !== null);
      const row = { table, customer_id: Number(owner), id: id ? idFromBytes(id) : String(number) };
      found.set(nameKey(row), Object.fromEntries(known));
    }
    return new Map(
      wanted.flatMap((row) => {
        const facts = found.get(nameKey(owned.has(row.table.entity.name) ? row : { ...row, customer_id: 0 }));
        return facts ? [[nameKey(row), facts] as const] : [];
      }),
    );
  }

  /** null: none of the ids can be one of this table. */
  private arm(table: NamedTable, rows: readonly NamedRow[], values: SqlValue[]): string | null {
    const metadata = this.database.metadata(table.entity);
    const key = columnOf(metadata, table.key);
    const isUuid = isRef(metadata, table.key);
    const isOwned = this.isOwned(table);
    const groups = new Map<number, Set<string>>();
    for (const { customer_id, id } of rows) {
      if (!(isUuid ? isId(id) : /^\d{1,9}$/.test(id))) continue;
      const owner = isOwned ? customer_id : 0;
      groups.set(owner, (groups.get(owner) ?? new Set()).add(id));
    }
    if (!groups.size) return null;
    const conditions = [...groups].map(([owner, ids]) => {
      if (isOwned) values.push(owner);
      for (const id of ids) values.push(encode(key, isUuid ? id : Number(id)));
      return `(${isOwned ? 'customer_id = ? AND ' : ''}${key.databaseName} IN (${marks(ids.size)}))`;
    });
    const [a, b] = [0, 1].map((at) => {
      const name = table.columns[at];
      const column = name === undefined ? 'NULL' : columnOf(metadata, name).databaseName;
      return name !== undefined && isRef(metadata, name) ? ['NULL', column] : [column, 'NULL'];
    });
    const id = isUuid ? [key.databaseName, 'NULL'] : ['NULL', key.databaseName];
    return `SELECT '${table.entity.name}' AS part, ${isOwned ? 'customer_id' : '0'} AS owner, ${id[0]} AS id, ${id[1]} AS number,
      ${a![0]} AS text_a, ${b![0]} AS text_b, ${a![1]} AS ref_a, ${b![1]} AS ref_b
      FROM ${metadata.tableName} WHERE ${conditions.join(' OR ')}`;
  }

  /** Numbers of organisations and packages are the same for everybody. */
  private isOwned({ entity, key }: NamedTable): boolean {
    return (
      key !== 'customer_id' && this.database.metadata(entity).findColumnWithPropertyName('customer_id') !== undefined
    );
  }
}

const isRef = (metadata: EntityMetadata, name: string): boolean =>
  columnOf(metadata, name).transformer === uuidTransformer;
