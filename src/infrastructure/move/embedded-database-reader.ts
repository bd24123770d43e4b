import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { StartupError } from '../config/startup-error';
import { openSqlite, type SqliteDatabase } from '../database/sqlite-api';
import { isInternalTable } from '../backup/server-connection';

export interface SourceTable {
  name: string;
  columns: readonly string[];
  rows: number;
  /** The highest rowid; 0 for an empty table. */
  lastRowId: number;
}

/** Rows in rowid order; `lastRowId` is the start of the next batch, exclusive. */
export interface RowBatch {
  rows: unknown[][];
  lastRowId: number;
}

const MAX_ROWS_PER_BATCH = 500;

/** Reads the embedded database during a move. It is never written, and the product must be stopped. */
export class EmbeddedDatabaseReader {
  private constructor(private readonly db: SqliteDatabase) {}

  /** @throws StartupError */
  static open(file: string): EmbeddedDatabaseReader {
    if (!existsSync(file)) throw new StartupError(`There is no database file ${file} to move.`);
    return new EmbeddedDatabaseReader(openSqlite(file, { readOnly: true }));
  }

  /** Names of the applied migrations, in order. */
  migrations(): string[] {
    return this.db
      .prepare('SELECT name FROM schema_migration ORDER BY id')
      .all()
      .map(({ name }) => String(name));
  }

  tables(): SourceTable[] {
    const sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name";
    const names = this.db
      .prepare(sql)
      .all()
      .map(({ name }) => String(name));
    return names.filter((name) => !isInternalTable(name)).map((name) => this.readTable(name));
  }

  *batches({ name, columns }: SourceTable, afterRowId: number): Generator<RowBatch> {
    const columnList = columns.map((column) => `"${column}"`).join(', ');
    const statement = this.db.prepare(
      `SELECT rowid AS "rowid of it", ${columnList} FROM "${name}" WHERE rowid > ? ORDER BY rowid LIMIT ${MAX_ROWS_PER_BATCH}`,
    );
    for (let lastRowId = afterRowId; ;) {
      const rows = statement.all(lastRowId);
      if (!rows.length) return;
      lastRowId = Number(rows.at(-1)!['rowid of it']);
      yield { rows: rows.map((row) => columns.map((column) => toBuffer(row[column]))), lastRowId };
    }
  }

  close(): void {
    this.db.close();
  }

  private readTable(name: string): SourceTable {
    const columns = this.db.prepare('SELECT name FROM pragma_table_info(?)').all(name);
    const [extent] = this.db.prepare(`SELECT COUNT(*) AS n, COALESCE(MAX(rowid), 0) AS last FROM "${name}"`).all();
    return {
      name,
      columns: columns.map((column) => String(column['name'])),
      rows: Number(extent!['n']),
      lastRowId: Number(extent!['last']),
    };
  }
}

/** Identifies an embedded database and its current contents. */
export function fingerprintTables(tables: readonly SourceTable[]): string {
  const hash = createHash('sha256');
  for (const { name, rows, lastRowId } of tables) hash.update(`${name} ${rows} ${lastRowId}\n`);
  return hash.digest('hex');
}

const toBuffer = (value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;
