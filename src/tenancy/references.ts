import { Injectable, type Type } from '@nestjs/common';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { Database } from '../platform/database/database';
import { marks } from '../platform/database/where';
import { idToBytes } from '../platform/ids';
import type { Tenant } from './tenant';

/**
 * What still refers to a record, counted by table: higher floors may refer to lower ones, and the lower one need not know
 * them, since the foreign keys do. Asked after a foreign key has refused a delete ("12 trainings use this category").
 */
@Injectable()
export class References {
  constructor(private readonly database: Database) {}

  /** @param id the record's own id, the second part of its key. @returns `{training: 12}`, only what is there */
  async countsOf(tenant: Tenant, entity: EntityTarget<ObjectLiteral>, id: string): Promise<Record<string, number>> {
    const target = this.database.metadata(entity);
    const counts: Record<string, number> = {};
    for (const { table, column } of this.referringTo(target)) {
      const [row] = await this.database.rows<{ n: number }>(
        `SELECT COUNT(*) AS n FROM ${table} WHERE customer_id = ? AND ${column} = ?`,
        [tenant.customer_id, idToBytes(id)],
      );
      if (Number(row?.n) > 0) counts[table] = (counts[table] ?? 0) + Number(row!.n);
    }
    return counts;
  }

  /**
   * After a foreign key has refused a write: the first field of these records that names nothing of the organisation's.
   * @param given columns of `entity`, as they were to be written
   */
  async missingAmong<E extends object>(tenant: Tenant, entity: Type<E>, given: readonly Partial<E>[]): Promise<string> {
    const { foreignKeys } = this.database.metadata(entity);
    const columns = foreignKeys.flatMap((key) => {
      const at = key.columns.findIndex(({ databaseName }) => databaseName !== 'customer_id');
      return at < 0 ? [] : [{ field: key.columns[at]!.propertyName, of: key.referencedColumns[at]! }];
    });
    if (columns.length === 1) return columns[0]!.field;
    for (const { field, of } of columns) {
      const ids = [...new Set(given.map((record) => (record as Record<string, unknown>)[field]))].filter(isText);
      if (!ids.length) continue;
      const [row] = await this.database.rows<{ n: number }>(
        `SELECT COUNT(*) AS n FROM ${of.entityMetadata.tableName} WHERE customer_id = ? AND ${of.databaseName} IN (${marks(ids.length)})`,
        [tenant.customer_id, ...ids.map(idToBytes)],
      );
      if (Number(row?.n) < ids.length) return field;
    }
    return columns.at(-1)?.field ?? 'id';
  }

  private *referringTo(target: ReturnType<Database['metadata']>): Generator<{ table: string; column: string }> {
    for (const entity of target.dataSource.entityMetadatas) {
      for (const key of entity.foreignKeys) {
        if (key.referencedEntityMetadata !== target) continue;
        const own = key.columns.find((column) => column.databaseName !== 'customer_id');
        if (own) yield { table: entity.tableName, column: own.databaseName };
      }
    }
  }
}

const isText = (value: unknown): value is string => typeof value === 'string';
