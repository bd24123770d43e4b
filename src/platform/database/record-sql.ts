import type { EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';
import { sortOf, keyOf } from '../folded';
import { derivedColumns } from './columns';
import type { SqlValue } from './database';
import type { Engine } from './engine';
import { encode, marks, type Sql } from './where';

/**
 * The statements of one entity, written from its TypeORM metadata. TypeORM's own query builder costs several times the
 * database's work on a short list (README, Decisions: "SQL text from metadata").
 */
export class RecordSql<E extends object> {
  private readonly columns: ColumnMetadata[];
  private readonly decoders: { property: string; from: (value: unknown) => unknown }[] = [];
  private readonly derived: ReadonlyMap<string, { kind: 'sort' | 'key'; from: string }>;
  readonly selectList: string;
  readonly table: string;

  constructor(readonly metadata: EntityMetadata) {
    this.columns = metadata.columns;
    this.table = metadata.tableName;
    this.selectList = this.columns.map((column) => column.databaseName).join(', ');
    this.derived = derivedColumns(metadata.target as Function);
    for (const column of this.columns) {
      const transformer = column.transformer;
      if (transformer && !Array.isArray(transformer)) {
        this.decoders.push({ property: column.propertyName, from: (value) => transformer.from(value) });
      }
    }
  }

  /** The same of a table that goes by another name: `t.` */
  selectListOf(alias: string): string {
    return this.columns.map((column) => alias + column.databaseName).join(', ');
  }

  /** Rows of the driver become entities, in place. */
  decode(rows: Record<string, unknown>[]): E[] {
    for (const row of rows) {
      for (const { property, from } of this.decoders) row[property] = from(row[property]);
    }
    return rows as E[];
  }

  insert(rows: readonly object[]): Sql {
    const values: SqlValue[] = [];
    for (const row of rows) {
      for (const column of this.columns) values.push(this.valueFor(column, row as Record<string, unknown>));
    }
    const tuple = `(${marks(this.columns.length)})`;
    return {
      text: `INSERT INTO ${this.table} (${this.selectList}) VALUES ${Array(rows.length).fill(tuple).join(', ')}`,
      values,
    };
  }

  /** A row whose unique key is known already is left as it is, whatever else it says. */
  insertMissing(rows: readonly object[], engine: Engine): Sql {
    const sql = this.insert(rows);
    const first = this.columns[0]!.databaseName;
    // INSERT IGNORE would also swallow a foreign key's refusal.
    sql.text += engine === 'sqlite' ? ' ON CONFLICT DO NOTHING' : ` ON DUPLICATE KEY UPDATE ${first} = ${first}`;
    return sql;
  }

  /** Where the primary key is known already, `amount` is added to a whole column of that row instead. */
  insertOrAdd(rows: readonly object[], column: string, amount: number, engine: Engine): Sql {
    const sql = this.insert(rows);
    const key = this.metadata.primaryColumns.map((each) => each.databaseName).join(', ');
    const clause = engine === 'sqlite' ? `ON CONFLICT (${key}) DO UPDATE SET` : 'ON DUPLICATE KEY UPDATE';
    sql.text += ` ${clause} ${column} = ${column} + ?`;
    sql.values.push(amount);
    return sql;
  }

  /** `SET` part: given properties, their derived columns, and the version. */
  set(change: Record<string, unknown>): Sql {
    const parts: string[] = [];
    const values: SqlValue[] = [];
    for (const column of this.columns) {
      const rule = this.derived.get(column.propertyName);
      const source = rule?.from ?? column.propertyName;
      if (!(source in change) || change[source] === undefined) continue;
      parts.push(`${column.databaseName} = ?`);
      values.push(this.valueFor(column, change));
    }
    return { text: parts.join(', '), values };
  }

  private valueFor(column: ColumnMetadata, row: Record<string, unknown>): SqlValue {
    const rule = this.derived.get(column.propertyName);
    if (!rule) return encode(column, row[column.propertyName]);
    const source = row[rule.from];
    if (source === null || source === undefined) return null;
    const text = rule.kind === 'sort' ? sortOf(String(source)) : keyOf(String(source));
    // NFKC can lengthen a text ("ﷺ" becomes 18 letters); what is cut here is only for sorting.
    return rule.kind === 'sort' ? text.slice(0, Number(column.length) || 255) : text;
  }
}
