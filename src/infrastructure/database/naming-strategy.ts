import { createHash } from 'node:crypto';
import { DefaultNamingStrategy, type Table } from 'typeorm';

/** MySQL allows 64 characters. `customer_id` is in every key and left out. */
function constraintName(prefix: string, table: Table | string, columns: readonly string[]): string {
  const tableName = typeof table === 'string' ? table : table.name;
  const fullName = `${prefix}_${tableName}__${columns.filter((c) => c !== 'customer_id').join('__') || 'customer_id'}`;
  if (fullName.length <= 60) return fullName;
  return `${fullName.slice(0, 50)}_${createHash('sha256').update(fullName).digest('hex').slice(0, 9)}`;
}

/** Readable constraint names, identical for entities and migrations, so that neither engine reports schema drift. */
export class ReadableNamingStrategy extends DefaultNamingStrategy {
  override primaryKeyName(table: Table | string, columns: string[]): string {
    return constraintName('pk', table, columns);
  }
  override indexName(table: Table | string, columns: string[]): string {
    return constraintName('ix', table, columns);
  }
  override uniqueConstraintName(table: Table | string, columns: string[]): string {
    return constraintName('uq', table, columns);
  }
  override foreignKeyName(table: Table | string, columns: string[]): string {
    return constraintName('fk', table, columns);
  }
}
