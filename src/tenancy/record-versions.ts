import { Injectable } from '@nestjs/common';
import { Database, type SqlValue } from '../platform/database/database';
import { columnOf, encode } from '../platform/database/where';
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
   * In the transaction of the change. The row is locked until it ends; on a cluster, where another node may hold the same
   * lock, the change of the same row that follows is refused at commit, and the whole is tried again.
   * A record that is not there is left to the change itself, which knows how to say so.
   * @throws Stale
   */
  async demand(tenant: Tenant, { entity, column }: Versioned, id: string, ifMatch: string): Promise<void> {
    const metadata = this.database.metadata(entity);
    const named = columnOf(metadata, column);
    const numbered = named.type === 'integer' || named.type === 'int';
    if (numbered ? !/^\d{1,9}$/.test(id) : !isId(id)) return;
    const values: SqlValue[] = [encode(named, numbered ? Number(id) : id)];
    const owner = metadata.findColumnWithPropertyName('customer_id');
    const across = tenant.actor.kind === 'platform' && tenant.customer_id === 0;
    if (owner && !across) values.push(tenant.customer_id);
    const [row] = await this.database.rows<{ row_version: number }>(
      `SELECT row_version FROM ${metadata.tableName} WHERE ${named.databaseName} = ?${owner && !across ? ' AND customer_id = ?' : ''}${this.database.engine === 'sqlite' ? '' : ' FOR UPDATE'}`,
      values,
    );
    if (!row || ifMatch.trim() === '*') return;
    const tags = ifMatch.split(',').map((tag) => tag.trim());
    if (!tags.includes(`"${row.row_version}"`)) throw new Stale(Number(row.row_version));
  }
}
