import { createHash } from 'node:crypto';
import { DefaultNamingStrategy, type Table } from 'typeorm';

/** MySQL allows 64 characters; the customer is in every key and says nothing. */
function name(prefix: string, table: Table | string, columns: readonly string[]): string {
  const on = typeof table === 'string' ? table : table.name;
  const full = `${prefix}_${on}__${columns.filter((c) => c !== 'customer_id').join('__') || 'customer_id'}`;
  if (full.length <= 60) return full;
  return `${full.slice(0, 50)}_${createHash('sha256').update(full).digest('hex').slice(0, 9)}`;
}

/** Readable constraint names, the same from entities and from migrations, so that neither engine reports drift. */
export class ReadableNames extends DefaultNamingStrategy {
  override primaryKeyName(table: Table | string, columns: string[]): string {
    return name('pk', table, columns);
  }
  override indexName(table: Table | string, columns: string[]): string {
    return name('ix', table, columns);
  }
  override uniqueConstraintName(table: Table | string, columns: string[]): string {
    return name('uq', table, columns);
  }
  override foreignKeyName(table: Table | string, columns: string[]): string {
    return name('fk', table, columns);
  }
}
