import { randomBytes } from 'node:crypto';
import { access, constants, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createConnection, type Connection } from 'mysql2';
import type { DataSourceOptions } from 'typeorm';
import type { MysqlDataSourceOptions } from 'typeorm/driver/mysql/MysqlDataSourceOptions';
import { openSqlite } from './sqlite-api';

/** As much as a small transaction takes. */
const PROBE = Buffer.alloc(65_536);

/**
 * The embedded database is readable as it stands on the disk, and the disk takes more: its own connection would answer from
 * memory, and only behind those who write.
 */
export async function askEmbedded(file: string): Promise<void> {
  if (file === ':memory:') return;
  const reader = openSqlite(file, { readOnly: true, timeout: 0 });
  try {
    reader.prepare('SELECT COUNT(*) AS tables FROM sqlite_master').all();
  } finally {
    reader.close();
  }
  await access(file, constants.W_OK);
  const probe = join(dirname(file), `.probe-${randomBytes(6).toString('hex')}`);
  try {
    await writeFile(probe, PROBE);
  } finally {
    await unlink(probe).catch(() => undefined);
  }
}

const ASKED = `SHOW GLOBAL VARIABLES WHERE Variable_name IN ('wsrep_on', 'innodb_read_only', 'super_read_only')`;
const STATE = `SHOW GLOBAL STATUS WHERE Variable_name IN ('wsrep_ready', 'wsrep_cluster_status')`;

/** One connection to the server beside the pool, kept from question to question. */
export class ServerWatch {
  private readonly connection: Connection;

  constructor(options: DataSourceOptions) {
    const { host, port, username: user, password, database, ssl } = options as MysqlDataSourceOptions;
    this.connection = createConnection({ host, port, user, password, database, ssl, connectTimeout: 3_000 });
    // Told to whoever asks; without a listener it would end the process.
    this.connection.on('error', () => undefined);
  }

  /** Variables and state by name; a server that knows nothing of clusters leaves theirs out. */
  async ask(): Promise<Record<string, string>> {
    const rows = [...(await this.rows(ASKED)), ...(await this.rows(STATE))];
    return Object.fromEntries(rows.map(({ Variable_name, Value }) => [Variable_name.toLowerCase(), Value]));
  }

  close(): void {
    this.connection.destroy();
  }

  private rows(sql: string): Promise<{ Variable_name: string; Value: string }[]> {
    return new Promise((resolve, reject) => {
      this.connection.query(sql, (error: Error | null, found: unknown) =>
        error ? reject(error) : resolve(found as { Variable_name: string; Value: string }[]),
      );
    });
  }
}
