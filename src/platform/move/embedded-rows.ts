import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { StartRefused } from '../config/start-refused';
import { openSqlite, type SqliteDatabase } from '../database/sqlite-api';
import { isServers } from '../backup/server-connection';

export interface MovingTable {
  name: string;
  columns: readonly string[];
  rows: number;
  /** The highest rowid; 0 where it has no rows. */
  last: number;
}

/** Rows in the order of their rowids; `last`: where the next batch begins after. */
export interface Batch {
  rows: unknown[][];
  last: number;
}

const ROWS_AT_ONCE = 500;

/** The embedded database as it is moved: read, never written, and nobody serves it meanwhile. */
export class EmbeddedRows {
  private constructor(private readonly db: SqliteDatabase) {}

  /** @throws StartRefused */
  static open(file: string): EmbeddedRows {
    if (!existsSync(file)) throw new StartRefused(`There is no database file ${file} to move.`);
    return new EmbeddedRows(openSqlite(file, { readOnly: true }));
  }

  /** By name, in order: what it has behind it. */
  migrations(): string[] {
    return this.db
      .prepare('SELECT name FROM schema_migration ORDER BY id')
      .all()
      .map(({ name }) => String(name));
  }

  tables(): MovingTable[] {
    const sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name";
    const names = this.db
      .prepare(sql)
      .all()
      .map(({ name }) => String(name));
    return names.filter((name) => !isServers(name)).map((name) => this.table(name));
  }

  *batches({ name, columns }: MovingTable, after: number): Generator<Batch> {
    const listed = columns.map((column) => `"${column}"`).join(', ');
    const read = this.db.prepare(
      `SELECT rowid AS "rowid of it", ${listed} FROM "${name}" WHERE rowid > ? ORDER BY rowid LIMIT ${ROWS_AT_ONCE}`,
    );
    for (let last = after; ;) {
      const found = read.all(last);
      if (!found.length) return;
      last = Number(found.at(-1)!['rowid of it']);
      yield { rows: found.map((row) => columns.map((column) => plain(row[column]))), last };
    }
  }

  close(): void {
    this.db.close();
  }

  private table(name: string): MovingTable {
    const columns = this.db.prepare('SELECT name FROM pragma_table_info(?)').all(name);
    const [extent] = this.db.prepare(`SELECT COUNT(*) AS n, COALESCE(MAX(rowid), 0) AS last FROM "${name}"`).all();
    return {
      name,
      columns: columns.map((column) => String(column['name'])),
      rows: Number(extent!['n']),
      last: Number(extent!['last']),
    };
  }
}

/** Tells one embedded database, as far as it has grown, from any other. */
export function extentOf(tables: readonly MovingTable[]): string {
  const hash = createHash('sha256');
  for (const { name, rows, last } of tables) hash.update(`${name} ${rows} ${last}\n`);
  return hash.digest('hex');
}

const plain = (value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;
