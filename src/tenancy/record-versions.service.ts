import { Injectable } from '@nestjs/common';
import { Database, type SqlValue } from '../infrastructure/database/database';
import { requireColumn, encodeValue, placeholders } from '../infrastructure/database/where';
import { MalformedRequestError } from '../common/errors/app-error';
import { StaleRecordError } from '../common/errors/record.errors';
import { isId } from '../common/ids';
import type { RouteRecord } from './access.decorators';
import type { Tenant } from './tenant';

/** `*` or entity tags, including weak ones, which never match (RFC 9110, 13.1.1). */
const IF_MATCH_PATTERN = /^(?:\*|(?:W\/)?"[\x21\x23-\x7e]*"(?:\s*,\s*(?:W\/)?"[\x21\x23-\x7e]*")*)$/;

/** Compares `If-Match` with the `row_version` of the record in the path, and reads its stored texts. */
@Injectable()
export class RecordVersionsService {
  constructor(private readonly database: Database) {}

  /** @throws MalformedRequestError for an invalid entity tag */
  validateIfMatch(ifMatch: string): void {
    if (!IF_MATCH_PATTERN.test(ifMatch.trim()))
      throw new MalformedRequestError('If-Match must be the ETag that was read, such as "3".');
  }

  /**
   * Runs in the transaction of the change. The guarded update locks the row (or causes the conflict on a cluster). It
   * is reverted at once, because the change increments the version itself and may compare a `row_version` of its own. A
   * missing record is left to the change, which reports it.
   * @throws StaleRecordError
   */
  async requireMatch(tenant: Tenant, routeRecord: RouteRecord, id: string, ifMatch: string): Promise<void> {
    const record = this.locateRecord(tenant, routeRecord, id);
    if (!record || ifMatch.trim() === '*') return;
    const { table, where, values } = record;
    const tags = [...ifMatch.matchAll(/(?:^|[\s,])"([1-9]\d{0,8})"/g)].map(([, version]) => Number(version));
    if (tags.length) {
      const updatedCount = await this.database.write(
        `UPDATE ${table} SET row_version = row_version + 1 WHERE ${where} AND row_version IN (${placeholders(tags.length)})`,
        [...values, ...tags],
      );
      if (updatedCount) {
        await this.database.write(`UPDATE ${table} SET row_version = row_version - 1 WHERE ${where}`, values);
        return;
      }
    }
    const [row] = await this.database.rows<{ row_version: number }>(
      `SELECT row_version FROM ${table} WHERE ${where}`,
      values,
    );
    if (row) throw new StaleRecordError(Number(row.row_version));
  }

  /** Stored text values of the given columns; `{}` when there is no such record. */
  async readTexts(
    tenant: Tenant,
    routeRecord: RouteRecord,
    id: string,
    properties: readonly string[],
  ): Promise<Readonly<Record<string, string>>> {
    const record = this.locateRecord(tenant, routeRecord, id);
    const metadata = this.database.metadata(routeRecord.entity);
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

  /** null: `id` has an invalid format. Platform staff without a customer change directory records. */
  private locateRecord(tenant: Tenant, { entity, column }: RouteRecord, id: string) {
    const metadata = this.database.metadata(entity);
    const keyColumn = requireColumn(metadata, column);
    const isNumeric = keyColumn.type === 'integer' || keyColumn.type === 'int';
    if (isNumeric ? !/^\d{1,9}$/.test(id) : !isId(id)) return null;
    const values: SqlValue[] = [encodeValue(keyColumn, isNumeric ? Number(id) : id)];
    let where = `${keyColumn.databaseName} = ?`;
    if (metadata.findColumnWithPropertyName('customer_id') && !tenant.isAcrossAll) {
      where += ' AND customer_id = ?';
      values.push(tenant.customer_id);
    }
    return { table: metadata.tableName, where, values };
  }
}
