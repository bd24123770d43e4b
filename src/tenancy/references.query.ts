import { Injectable, type Type } from '@nestjs/common';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { Database } from '../infrastructure/database/database';
import { placeholders } from '../infrastructure/database/where';
import { idToBytes } from '../common/ids';
import type { Tenant } from './tenant';

/**
 * Counts what refers to a record, by table. The foreign keys tell which tables do, so a lower layer need not know the
 * higher ones. Used after a foreign key has rejected a delete ("12 trainings use this category").
 */
@Injectable()
export class ReferencesQuery {
  constructor(private readonly database: Database) {}

  /** @param id without the customer. @returns `{training: 12}`, only tables with references */
  async countReferences(
    tenant: Tenant,
    entity: EntityTarget<ObjectLiteral>,
    id: string,
  ): Promise<Record<string, number>> {
    const target = this.database.metadata(entity);
    const counts: Record<string, number> = {};
    for (const { table, column } of this.referencingColumns(target)) {
      const [row] = await this.database.rows<{ n: number }>(
        `SELECT COUNT(*) AS n FROM ${table} WHERE customer_id = ? AND ${column} = ?`,
        [tenant.customer_id, idToBytes(id)],
      );
      if (Number(row?.n) > 0) counts[table] = (counts[table] ?? 0) + Number(row!.n);
    }
    return counts;
  }

  /**
   * After a foreign key has rejected a write: the first field that refers to a missing record of the customer.
   * @param records columns of `entity` as they were to be written
   */
  async findMissingReference<E extends object>(
    tenant: Tenant,
    entity: Type<E>,
    records: readonly Partial<E>[],
  ): Promise<string> {
    const { foreignKeys } = this.database.metadata(entity);
    const columns = foreignKeys.flatMap((key) => {
      const index = key.columns.findIndex(({ databaseName }) => databaseName !== 'customer_id');
      return index < 0
        ? []
        : [{ field: key.columns[index]!.propertyName, targetColumn: key.referencedColumns[index]! }];
    });
    if (columns.length === 1) return columns[0]!.field;
    for (const { field, targetColumn } of columns) {
      const ids = [...new Set(records.map((record) => (record as Record<string, unknown>)[field]))].filter(isString);
      if (!ids.length) continue;
      const [row] = await this.database.rows<{ n: number }>(
        `SELECT COUNT(*) AS n FROM ${targetColumn.entityMetadata.tableName} WHERE customer_id = ? AND ${targetColumn.databaseName} IN (${placeholders(ids.length)})`,
        [tenant.customer_id, ...ids.map(idToBytes)],
      );
      if (Number(row?.n) < ids.length) return field;
    }
    return columns.at(-1)?.field ?? 'id';
  }

  private *referencingColumns(target: ReturnType<Database['metadata']>): Generator<{ table: string; column: string }> {
    for (const entity of target.dataSource.entityMetadatas) {
      for (const key of entity.foreignKeys) {
        if (key.referencedEntityMetadata !== target) continue;
        const referencingColumn = key.columns.find((column) => column.databaseName !== 'customer_id');
        if (referencingColumn) yield { table: entity.tableName, column: referencingColumn.databaseName };
      }
    }
  }
}

const isString = (value: unknown): value is string => typeof value === 'string';
