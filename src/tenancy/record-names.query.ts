import { Injectable, type Type } from '@nestjs/common';
import type { EntityMetadata } from 'typeorm';
import { uuidTransformer } from '../infrastructure/database/column-types';
import { Database, type SqlValue } from '../infrastructure/database/database';
import { requireColumn, encodeValue, placeholders } from '../infrastructure/database/where';
import { idFromBytes, isId } from '../common/ids';

/** Table with named rows: entity, key column and name columns. */
export interface NamedTable {
  readonly entity: Type<object>;
  readonly key: string;
  /** One or two columns: texts, or ids of other records. */
  readonly columns: readonly string[];
}
export interface NamedRow {
  readonly table: NamedTable;
  readonly customer_id: number;
  readonly id: string;
}
/** Each of the two name columns is a text or the id of another record. */
interface NameRow {
  part: string;
  owner: number;
  id: Uint8Array | null;
  number: number | null;
  text_a: string | null;
  text_b: string | null;
  ref_a: Uint8Array | null;
  ref_b: Uint8Array | null;
}

export const nameKey = ({ table, customer_id, id }: NamedRow): string => `${table.entity.name} ${customer_id}/${id}`;

/**
 * Names of records of several tables and customers in one statement, such as the subjects on an audit page. The caller
 * decides who may see them and passes the customer of each id; an id of another customer is not found.
 */
@Injectable()
export class RecordNamesQuery {
  constructor(private readonly database: Database) {}

  /** @returns name columns of the existing rows, by `nameKey` */
  async findNames(requests: readonly NamedRow[]): Promise<ReadonlyMap<string, Readonly<Record<string, string>>>> {
    const values: SqlValue[] = [];
    const tables = new Map<string, NamedTable>();
    const selects = [...new Set(requests.map(({ table }) => table))].flatMap((table) => {
      const rows = requests.filter((row) => row.table === table);
      const select = this.selectFor(table, rows, values);
      if (select) tables.set(table.entity.name, table);
      return select ?? [];
    });
    if (!selects.length) return new Map();
    const namesByKey = new Map<string, Readonly<Record<string, string>>>();
    const customerTables = new Set<string>();
    for (const { part, owner, id, number, ...names } of await this.database.rows<NameRow>(
      selects.join(' UNION ALL '),
      values,
    )) {
      const table = tables.get(part)!;
      const nameColumns = table.columns.map((name, index) => {
        const [text, ref] = index === 0 ? [names.text_a, names.ref_a] : [names.text_b, names.ref_b];
        return [name, ref ? idFromBytes(ref) : text] as const;
      });
      if (this.hasCustomer(table)) customerTables.add(part);
      const nameEntries = nameColumns.filter((fact): fact is readonly [string, string] => fact[1] !== null);
      const row = { table, customer_id: Number(owner), id: id ? idFromBytes(id) : String(number) };
      namesByKey.set(nameKey(row), Object.fromEntries(nameEntries));
    }
    return new Map(
      requests.flatMap((row) => {
        const nameColumns = namesByKey.get(
          nameKey(customerTables.has(row.table.entity.name) ? row : { ...row, customer_id: 0 }),
        );
        return nameColumns ? [[nameKey(row), nameColumns] as const] : [];
      }),
    );
  }

  /** null: no id has the format of this table */
  private selectFor(table: NamedTable, rows: readonly NamedRow[], values: SqlValue[]): string | null {
    const metadata = this.database.metadata(table.entity);
    const key = requireColumn(metadata, table.key);
    const isUuid = isUuidColumn(metadata, table.key);
    const isCustomerTable = this.hasCustomer(table);
    const groups = new Map<number, Set<string>>();
    for (const { customer_id, id } of rows) {
      if (!(isUuid ? isId(id) : /^\d{1,9}$/.test(id))) continue;
      const owner = isCustomerTable ? customer_id : 0;
      groups.set(owner, (groups.get(owner) ?? new Set()).add(id));
    }
    if (!groups.size) return null;
    const conditions = [...groups].map(([owner, ids]) => {
      if (isCustomerTable) values.push(owner);
      for (const id of ids) values.push(encodeValue(key, isUuid ? id : Number(id)));
      return `(${isCustomerTable ? 'customer_id = ? AND ' : ''}${key.databaseName} IN (${placeholders(ids.size)}))`;
    });
    const [a, b] = [0, 1].map((index) => {
      const name = table.columns[index];
      const column = name === undefined ? 'NULL' : requireColumn(metadata, name).databaseName;
      return name !== undefined && isUuidColumn(metadata, name) ? ['NULL', column] : [column, 'NULL'];
    });
    const id = isUuid ? [key.databaseName, 'NULL'] : ['NULL', key.databaseName];
    return `SELECT '${table.entity.name}' AS part, ${isCustomerTable ? 'customer_id' : '0'} AS owner, ${id[0]} AS id, ${id[1]} AS number,
      ${a![0]} AS text_a, ${b![0]} AS text_b, ${a![1]} AS ref_a, ${b![1]} AS ref_b
      FROM ${metadata.tableName} WHERE ${conditions.join(' OR ')}`;
  }

  /** Numbers of customers and packages are global. */
  private hasCustomer({ entity, key }: NamedTable): boolean {
    return (
      key !== 'customer_id' && this.database.metadata(entity).findColumnWithPropertyName('customer_id') !== undefined
    );
  }
}

const isUuidColumn = (metadata: EntityMetadata, name: string): boolean =>
  requireColumn(metadata, name).transformer === uuidTransformer;
