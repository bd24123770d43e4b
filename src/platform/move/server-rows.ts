import type { Connection } from 'mysql2';
import { ask, connect, isServers, type ServerAddress } from '../backup/server-connection';
import { StartRefused } from '../config/start-refused';
import { MOVING } from '../database/boot-check';
import type { Batch, MovingTable } from './embedded-rows';
import { TableDigest } from './table-digest';

const CHARACTERS_AT_ONCE = 1_000_000;
/** The row of `MOVING` that says what is moved here; no table is called so. */
const WHAT = '(what)';

interface Progress {
  after: number;
  whole: boolean;
}

/** The database that is moved into, and how far that has come: kept there, in the transaction of the rows themselves. */
export class ServerRows {
  private constructor(
    private readonly connection: Connection,
    private readonly place: string,
  ) {}

  /** @throws StartRefused in words; the address may carry a password and is never repeated whole */
  static async open(address: ServerAddress): Promise<ServerRows> {
    const place = `${address.database} at ${address.host}:${address.port}`;
    try {
      const connection = await connect(address);
      // Rows come table by table, in no order of who refers to whom; they were in one consistent state.
      await ask(connection, 'SET SESSION foreign_key_checks = 0, unique_checks = 0');
      return new ServerRows(connection, place);
    } catch (error) {
      const { code, message } = error as { code?: string; message?: string };
      throw new StartRefused(`--database: ${place} cannot be used (${code ?? message}).`);
    }
  }

  /**
   * Begins, or goes on with what was begun from the same database.
   * @param what tells it from any other
   * @throws StartRefused
   */
  async begin(what: string): Promise<void> {
    const tables = await this.tables();
    if (!tables.length) {
      await this.ask(
        `CREATE TABLE ${MOVING} (table_name VARCHAR(64) NOT NULL PRIMARY KEY, after_row BIGINT NOT NULL, is_whole INTEGER NOT NULL, what VARCHAR(64) NOT NULL)`,
      );
    } else if (!tables.includes(MOVING)) {
      throw new StartRefused(`The database ${this.place} is not empty. Move into one without any table.`);
    }
    await this.ask(`INSERT INTO ${MOVING} VALUES (?, 0, 0, ?) ON DUPLICATE KEY UPDATE after_row = after_row`, [
      WHAT,
      what,
    ]);
    const [begun] = await this.ask<{ what: string }>(`SELECT what FROM ${MOVING} WHERE table_name = ?`, [WHAT]);
    if (begun?.what === what) return;
    throw new StartRefused(
      `A move into ${this.place} was begun from another embedded database, or this one has been served since. Empty it and begin anew.`,
    );
  }

  async progress({ name }: MovingTable): Promise<Progress | null> {
    const sql = `SELECT after_row, is_whole FROM ${MOVING} WHERE table_name = ?`;
    const [row] = await this.ask<{ after_row: number | string; is_whole: number }>(sql, [name]);
    return row ? { after: Number(row.after_row), whole: row.is_whole === 1 } : null;
  }

  /** Empties it of what the migrations wrote: the moved rows hold that too. @throws StartRefused where its columns differ */
  async empty({ name, columns }: MovingTable): Promise<void> {
    const sql =
      'SELECT COLUMN_NAME AS c FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ?';
    const there = (await this.ask<{ c: string }>(sql, [name])).map(({ c }) => c);
    if (there.toSorted().join() !== columns.toSorted().join())
      throw new StartRefused(`${name} has other columns there.`);
    await this.together(async () => {
      await this.ask(`DELETE FROM \`${name}\``);
      await this.ask(`INSERT INTO ${MOVING} VALUES (?, 0, 0, '')`, [name]);
    });
  }

  /** One transaction: the rows, and that they are there. */
  async put({ name, columns }: MovingTable, { rows, last }: Batch): Promise<void> {
    const into = `INSERT INTO \`${name}\` (${columns.map((column) => `\`${column}\``).join(', ')}) VALUES ?`;
    await this.together(async () => {
      for (const part of parts(rows)) await this.ask(into, [part]);
      await this.ask(`UPDATE ${MOVING} SET after_row = ? WHERE table_name = ?`, [last, name]);
    });
  }

  async end({ name }: MovingTable): Promise<void> {
    await this.ask(`UPDATE ${MOVING} SET is_whole = 1 WHERE table_name = ?`, [name]);
  }

  async digest({ name, columns }: MovingTable): Promise<TableDigest> {
    const digest = new TableDigest();
    const sql = `SELECT ${columns.map((column) => `\`${column}\``).join(', ')} FROM \`${name}\``;
    const rows = this.connection.query({ sql, rowsAsArray: true }).stream({ highWaterMark: 500 });
    for await (const row of rows) digest.add(row as unknown[]);
    return digest;
  }

  /** From now on it may be served. */
  async release(): Promise<void> {
    await this.ask(`DROP TABLE ${MOVING}`);
  }

  close(): void {
    this.connection.destroy();
  }

  private ask<R>(sql: string, values: unknown[] = []): Promise<R[]> {
    return ask<R>(this.connection, sql, values);
  }

  private async together(work: () => Promise<void>): Promise<void> {
    await this.ask('START TRANSACTION');
    await work();
    await this.ask('COMMIT');
  }

  private async tables(): Promise<string[]> {
    const sql = 'SELECT TABLE_NAME AS t FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()';
    return (await this.ask<{ t: string }>(sql)).map(({ t }) => t).filter((name) => name === MOVING || !isServers(name));
  }
}

/** A row that is large alone goes alone: a statement has a limit at the server. */
function* parts(rows: readonly unknown[][]): Generator<unknown[][]> {
  let part: unknown[][] = [];
  let size = 0;
  for (const row of rows) {
    const length = row.reduce((sum: number, value) => sum + ((value as { length?: number } | null)?.length ?? 8), 0);
    if (part.length && size + length > CHARACTERS_AT_ONCE) {
      yield part;
      part = [];
      size = 0;
    }
    part.push(row);
    size += length;
  }
  if (part.length) yield part;
}
