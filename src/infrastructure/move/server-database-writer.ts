import type { Connection } from 'mysql2';
import { runQuery, connectToServer, isInternalTable, type ServerAddress } from '../backup/server-connection';
import { StartupError } from '../config/startup-error';
import { MOVE_MARKER_TABLE } from '../database/startup-checks';
import type { RowBatch, SourceTable } from './embedded-database-reader';
import { TableDigest } from './table-digest';

const MAX_CHARACTERS_PER_INSERT = 1_000_000;
/** The row of `MOVE_MARKER_TABLE` that identifies the source; no table has this name. */
const SOURCE_ROW = '(what)';

interface Progress {
  afterRowId: number;
  isComplete: boolean;
}

/** Writes rows to the target database and records the progress there, in the same transaction. */
export class ServerDatabaseWriter {
  private constructor(
    private readonly connection: Connection,
    private readonly target: string,
  ) {}

  /** @throws StartupError; its message never contains the whole address, which may carry a password */
  static async open(address: ServerAddress): Promise<ServerDatabaseWriter> {
    const target = `${address.database} at ${address.host}:${address.port}`;
    try {
      const connection = await connectToServer(address);
      // Rows come table by table, regardless of foreign keys; the source is consistent.
      await runQuery(connection, 'SET SESSION foreign_key_checks = 0, unique_checks = 0');
      return new ServerDatabaseWriter(connection, target);
    } catch (error) {
      const { code, message } = error as { code?: string; message?: string };
      throw new StartupError(`--database: ${target} cannot be used (${code ?? message}).`);
    }
  }

  /** Starts a move, or continues one with the same fingerprint. @throws StartupError */
  async begin(what: string): Promise<void> {
    const tables = await this.tables();
    if (!tables.length) {
      await this.query(
        `CREATE TABLE ${MOVE_MARKER_TABLE} (table_name VARCHAR(64) NOT NULL PRIMARY KEY, after_row BIGINT NOT NULL, is_whole INTEGER NOT NULL, what VARCHAR(64) NOT NULL)`,
      );
    } else if (!tables.includes(MOVE_MARKER_TABLE)) {
      throw new StartupError(`The database ${this.target} is not empty. Move into one without any table.`);
    }
    await this.query(
      `INSERT INTO ${MOVE_MARKER_TABLE} VALUES (?, 0, 0, ?) ON DUPLICATE KEY UPDATE after_row = after_row`,
      [SOURCE_ROW, what],
    );
    const [row] = await this.query<{ what: string }>(`SELECT what FROM ${MOVE_MARKER_TABLE} WHERE table_name = ?`, [
      SOURCE_ROW,
    ]);
    if (row?.what === what) return;
    throw new StartupError(
      `A move into ${this.target} was started from another embedded database, or this one has been served since. Empty it and start again.`,
    );
  }

  async progress({ name }: SourceTable): Promise<Progress | null> {
    const sql = `SELECT after_row, is_whole FROM ${MOVE_MARKER_TABLE} WHERE table_name = ?`;
    const [row] = await this.query<{ after_row: number | string; is_whole: number }>(sql, [name]);
    return row ? { afterRowId: Number(row.after_row), isComplete: row.is_whole === 1 } : null;
  }

  /** Deletes rows written by migrations, which the moved rows include. @throws StartupError where the columns differ */
  async clearTable({ name, columns }: SourceTable): Promise<void> {
    const sql =
      'SELECT COLUMN_NAME AS c FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ?';
    const targetColumns = (await this.query<{ c: string }>(sql, [name])).map(({ c }) => c);
    if (targetColumns.toSorted().join() !== columns.toSorted().join())
      throw new StartupError(`${name} has other columns there.`);
    await this.inTransaction(async () => {
      await this.query(`DELETE FROM \`${name}\``);
      await this.query(`INSERT INTO ${MOVE_MARKER_TABLE} VALUES (?, 0, 0, '')`, [name]);
    });
  }

  /** Inserts a batch and records the progress in one transaction. */
  async insertBatch({ name, columns }: SourceTable, { rows, lastRowId: last }: RowBatch): Promise<void> {
    const insertSql = `INSERT INTO \`${name}\` (${columns.map((column) => `\`${column}\``).join(', ')}) VALUES ?`;
    await this.inTransaction(async () => {
      for (const part of splitBySize(rows)) await this.query(insertSql, [part]);
      await this.query(`UPDATE ${MOVE_MARKER_TABLE} SET after_row = ? WHERE table_name = ?`, [last, name]);
    });
  }

  async markComplete({ name }: SourceTable): Promise<void> {
    await this.query(`UPDATE ${MOVE_MARKER_TABLE} SET is_whole = 1 WHERE table_name = ?`, [name]);
  }

  async digest({ name, columns }: SourceTable): Promise<TableDigest> {
    const digest = new TableDigest();
    const sql = `SELECT ${columns.map((column) => `\`${column}\``).join(', ')} FROM \`${name}\``;
    const rows = this.connection.query({ sql, rowsAsArray: true }).stream({ highWaterMark: 500 });
    for await (const row of rows) digest.add(row as unknown[]);
    return digest;
  }

  /** Allows the product to start on this database. */
  async release(): Promise<void> {
    await this.query(`DROP TABLE ${MOVE_MARKER_TABLE}`);
  }

  close(): void {
    this.connection.destroy();
  }

  private query<R>(sql: string, values: unknown[] = []): Promise<R[]> {
    return runQuery<R>(this.connection, sql, values);
  }

  private async inTransaction(work: () => Promise<void>): Promise<void> {
    await this.query('START TRANSACTION');
    await work();
    await this.query('COMMIT');
  }

  private async tables(): Promise<string[]> {
    const sql = 'SELECT TABLE_NAME AS t FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()';
    return (await this.query<{ t: string }>(sql))
      .map(({ t }) => t)
      .filter((name) => name === MOVE_MARKER_TABLE || !isInternalTable(name));
  }
}

/** Large rows go in an INSERT of their own: the server limits the statement size. */
function* splitBySize(rows: readonly unknown[][]): Generator<unknown[][]> {
  let part: unknown[][] = [];
  let size = 0;
  for (const row of rows) {
    const length = row.reduce((sum: number, value) => sum + ((value as { length?: number } | null)?.length ?? 8), 0);
    if (part.length && size + length > MAX_CHARACTERS_PER_INSERT) {
      yield part;
      part = [];
      size = 0;
    }
    part.push(row);
    size += length;
  }
  if (part.length) yield part;
}
