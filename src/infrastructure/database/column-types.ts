import type { ValueTransformer } from 'typeorm';
import { truncateSortKey } from '../../common/text-normalization';
import { idFromBytes, idToBytes } from '../../common/ids';
import type { Engine } from './engine';

/**
 * Column kinds shared by entities (columns.ts) and migrations (table-builder.ts), so that schema drift stays empty on
 * both engines (docs/architecture.md).
 */
export type ColumnKind = 'uuid' | 'text' | 'sort' | 'long_text' | 'whole' | 'big' | 'flag' | 'binary';

export interface ColumnShape {
  type: 'blob' | 'binary' | 'varchar' | 'text' | 'mediumtext' | 'int' | 'integer' | 'bigint' | 'tinyint';
  length?: string;
  collation?: string;
}

/** Text compares byte by byte on both engines: the application normalizes what must compare alike. */
export function columnShape(kind: ColumnKind, length: number | undefined, engine: Engine): ColumnShape {
  const isSqlite = engine === 'sqlite';
  switch (kind) {
    case 'uuid':
      return isSqlite ? { type: 'blob' } : { type: 'binary', length: '16' };
    case 'binary':
      return isSqlite ? { type: 'blob' } : { type: 'binary', length: String(length) };
    case 'text':
      return { type: 'varchar', length: String(length), ...(!isSqlite && { collation: 'utf8mb4_bin' }) };
    case 'sort':
      // SQLite ignores lengths and cannot change one.
      return columnShape('text', isSqlite ? length : sortColumnLength(length ?? 0), engine);
    case 'long_text':
      return isSqlite ? { type: 'text' } : { type: 'mediumtext', collation: 'utf8mb4_bin' };
    case 'whole':
      return { type: isSqlite ? 'integer' : 'int' };
    case 'big':
      return { type: 'bigint' };
    case 'flag':
      return { type: 'tinyint' };
  }
}

/** Longest indexed text beside a customer and an id: MariaDB allows 3,072 bytes, four per character. */
const MAX_INDEXED_LENGTH = 760;
/** Length of a `*_sort` column: two parts of `max` characters (text-normalization.ts), if an index holds them. */
const sortColumnLength = (max: number): number => Math.max(max, Math.min(2 * max + 2, MAX_INDEXED_LENGTH));

export const uuidTransformer: ValueTransformer = {
  to: (value: unknown) => (typeof value === 'string' ? idToBytes(value) : value),
  from: (value: unknown) => (value instanceof Uint8Array ? idFromBytes(value) : value),
};
/** Also truncates compared values. */
export const sortTransformer = (max: number): ValueTransformer => ({
  to: (value: unknown) => (typeof value === 'string' ? truncateSortKey(value, max, sortColumnLength(max)) : value),
  from: (value: unknown) => value,
});
export const numberTransformer: ValueTransformer = {
  to: (value: unknown) => value,
  from: (value: unknown) => (value === null || value === undefined ? null : Number(value)),
};
export const flagTransformer: ValueTransformer = {
  to: (value: unknown) => (value === null || value === undefined ? value : value ? 1 : 0),
  from: (value: unknown) => (value === null || value === undefined ? null : Number(value) === 1),
};
export const jsonTransformer: ValueTransformer = {
  to: (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value)),
  from: (value: unknown) => (typeof value === 'string' ? JSON.parse(value) : (value ?? null)),
};
