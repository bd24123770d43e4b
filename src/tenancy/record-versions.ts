import { Injectable } from '@nestjs/common';
import { Database, type SqlValue } from '../platform/database/database';
import { columnOf, encode, marks } from '../platform/database/where';
import { Malformed } from '../platform/errors/app-error';
import { isId } from '../platform/ids';
import type { Versioned } from './access';
import type { Tenant } from './tenant';
import { Stale } from './tenant-repository';

/** `*`, or entity tags, weak ones too: those never match (RFC 9110, 13.1.1). */
const TAGS = /^(?:\*|(?:W\/)?"[\x21\x23-\x7e]*"(?:\s*,\s*(?:W\/)?"[\x21\x23-\x7e]*")*)$/;

/** `If-Match` against the `row_version` of the record that the path names. */
@Injectable()
export class RecordVersions {
  constructor(private readonly database: Database) {}

  /** @throws Malformed when it is no entity tag */
  judgeForm(ifMatch: string): void {
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

  /** null: what is no id names nothing. Platform staff who name no organisation change records of the directory. */
  private recordOf(tenant: Tenant, { entity, column }: Versioned, id: string) {
    const metadata = this.database.metadata(entity);
    const named = columnOf(metadata, column);
    const numbered = named.type === 'integer' || named.type === 'int';
    if (numbered ? !/^\d{1,9}$/.test(id) : !isId(id)) return null;
    const values: SqlValue[] = [encode(named, numbered ? Number(id) : id)];
    let where = `${named.databaseName} = ?`;
    const across = tenant.actor.kind === 'platform' && tenant.customer_id === 0;
    if (metadata.findColumnWithPropertyName('customer_id') && !across) {
      where += ' AND customer_id = ?';
      values.push(tenant.customer_id);
    }
    return { table: metadata.tableName, where, values };
  }
}
