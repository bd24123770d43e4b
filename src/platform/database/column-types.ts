import type { ValueTransformer } from 'typeorm';
import { shortSortKey } from '../folded';
import { idFromBytes, idToBytes } from '../ids';
import type { Engine } from './engine';

/**
 * The column words, once: entities (columns.ts) and migrations (table-words.ts) both draw their types from here, so that
 * "nothing left to change" holds on both engines (house.md §5, Databases).
 */
export type ColumnWord = 'uuid' | 'text' | 'sort' | 'long_text' | 'whole' | 'big' | 'flag' | 'binary';

export interface ColumnShape {
  type: 'blob' | 'binary' | 'varchar' | 'text' | 'mediumtext' | 'int' | 'integer' | 'bigint' | 'tinyint';
  length?: string;
  collation?: string;
}

/** How `word` is spelt on an engine. Text compares byte by byte on both: the application folds what must be alike. */
export function columnShape(word: ColumnWord, length: number | undefined, engine: Engine): ColumnShape {
  const sqlite = engine === 'sqlite';
  switch (word) {
    case 'uuid':
      return sqlite ? { type: 'blob' } : { type: 'binary', length: '16' };
    case 'binary':
      return sqlite ? { type: 'blob' } : { type: 'binary', length: String(length) };
    case 'text':
      return { type: 'varchar', length: String(length), ...(!sqlite && { collation: 'utf8mb4_bin' }) };
    case 'sort':
      // SQLite heeds no length, and cannot change one.
      return columnShape('text', sqlite ? length : sortWidth(length ?? 0), engine);
    case 'long_text':
      return sqlite ? { type: 'text' } : { type: 'mediumtext', collation: 'utf8mb4_bin' };
    case 'whole':
      return { type: sqlite ? 'integer' : 'int' };
    case 'big':
      return { type: 'bigint' };
    case 'flag':
      return { type: 'tinyint' };
  }
}

/** Of an index with an organisation and an id beside it: MariaDB has room for 3,072 bytes, four a letter. */
const INDEXED_MAX = 760;
/** Letters in a `*_sort` column: of a text of `max` letters twice as many (folded.ts), if an index holds them. */
const sortWidth = (max: number): number => Math.max(max, Math.min(2 * max + 2, INDEXED_MAX));

export const uuidTransformer: ValueTransformer = {
  to: (value: unknown) => (typeof value === 'string' ? idToBytes(value) : value),
  from: (value: unknown) => (value instanceof Uint8Array ? idFromBytes(value) : value),
};
/** What is compared with it is cut as it is. */
export const sortTransformer = (max: number): ValueTransformer => ({
  to: (value: unknown) => (typeof value === 'string' ? shortSortKey(value, max, sortWidth(max)) : value),
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
