import { Injectable } from '@nestjs/common';
import { Database, type SqlValue } from '../platform/database/database';
import { columnOf, encode, marks } from '../platform/database/where';
import { Malformed } from '../platform/errors/app-error';
import { Stale } from '../platform/errors/record-errors';
import { isId } from '../platform/ids';
import type { Versioned } from './access';
import type { Tenant } from './tenant';

/** `*`, or entity tags, weak ones too: those never match (RFC 9110, 13.1.1). */
const TAGS = /^(?:\*|(?:W\/)?"[\x21\x23-\x7e]*"(?:\s*,\s*(?:W\/)?"[\x21\x23-\x7e]*")*)$/;

/** The record that the path names: its `row_version` against `If-Match`, and what it keeps. */
@Injectable()
export class RecordVersions {
  constructor(private readonly database: Database) {}

  /** @throws Malformed when it is no entity tag */
  demandForm(ifMatch: string): void {
    if (!TAGS.test(ifMatch.trim())) throw new Malformed('If-Match must be the ETag that was read, such as "3".');
  }

  /**
   * In the transaction of the change. A guarded write decides, as everywhere (house.md §5): it holds the row until the end
   * on one server, and on a cluster it is what collides. It is taken back at once, so that the change itself counts the
   * version up by one and may compare a `row_version` of its own.
   * A record that is not there is left to the change, which knows how to say so.
   * @throws Stale
   */
  async demand(tenant: Tenant, versioned: Versioned, id: string, ifMatch: string): Promise<void> {
    const record = this.recordOf(tenant, versioned, id);
    if (!record || ifMatch.trim() === '*') return;
    const { table, where, values } = record;
    const tags = [...ifMatch.matchAll(/(?:^|[\s,])"([1-9]\d{0,8})"/g)].map(([, version]) => Number(version));
    if (tags.length) {
      const touched = await this.database.write(
        `UPDATE ${table} SET row_version = row_version + 1 WHERE ${where} AND row_version IN (${marks(tags.length)})`,
        [...values, ...tags],
      );
      if (touched) {
        await this.database.write(`UPDATE ${table} SET row_version = row_version - 1 WHERE ${where}`, values);
        return;
      }
    }
    const [row] = await this.database.rows<{ row_version: number }>(
      `SELECT row_version FROM ${table} WHERE ${where}`,
      values,
    );
    if (row) throw new Stale(Number(row.row_version));
  }

  /** Of these columns those that hold text, as it is kept; `{}` when there is no such record here. */
  async kept(
    tenant: Tenant,
    versioned: Versioned,
    id: string,
    properties: readonly string[],
  ): Promise<Readonly<Record<string, string>>> {
    const record = this.recordOf(tenant, versioned, id);
    const metadata = this.database.metadata(versioned.entity);
    const columns = properties.flatMap((name) => metadata.findColumnWithPropertyName(name) ?? []);
    if (!record || !columns.length) return {};
    const names = columns.map(({ databaseName }) => databaseName).join(', ');
    const [row] = await this.database.rows<Record<string, unknown>>(
      `SELECT ${names} FROM ${record.table} WHERE ${record.where}`,
      record.values,
    );
    return Object.fromEntries(
      columns.flatMap(({ propertyName, databaseName }) => {
        const value = row?.[databaseName];
        return typeof value === 'string' ? [[propertyName, value]] : [];
      }),
    );
  }

  /** null: what is no id names nothing. Platform staff who name no organisation change records of the directory. */
  private recordOf(tenant: Tenant, { entity, column }: Versioned, id: string) {
    const metadata = this.database.metadata(entity);
    const named = columnOf(metadata, column);
    const numbered = named.type === 'integer' || named.type === 'int';
    if (numbered ? !/^\d{1,9}$/.test(id) : !isId(id)) return null;
    const values: SqlValue[] = [encode(named, numbered ? Number(id) : id)];
    let where = `${named.databaseName} = ?`;
    if (metadata.findColumnWithPropertyName('customer_id') && !tenant.isAcrossAll) {
      where += ' AND customer_id = ?';
      values.push(tenant.customer_id);
    }
    return { table: metadata.tableName, where, values };
  }
}
