import { randomBytes } from 'node:crypto';
import { access, constants, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createConnection, type Connection } from 'mysql2';
import type { DataSourceOptions } from 'typeorm';
import type { MysqlDataSourceOptions } from 'typeorm/driver/mysql/MysqlDataSourceOptions';
import { openSqlite } from './sqlite-api';

/** The size of a small transaction. */
const PROBE_BYTES = Buffer.alloc(65_536);

/** Checks the file on disk: the open connection would answer from memory, and only after queued writers. */
export async function probeEmbeddedFile(file: string): Promise<void> {
  if (file === ':memory:') return;
  const reader = openSqlite(file, { readOnly: true, timeout: 0 });
  try {
    reader.prepare('SELECT COUNT(*) AS tables FROM sqlite_master').all();
  } finally {
    reader.close();
  }
  await access(file, constants.W_OK);
  const probeFile = join(dirname(file), `.probe-${randomBytes(6).toString('hex')}`);
  try {
    await writeFile(probeFile, PROBE_BYTES);
  } finally {
    await unlink(probeFile).catch(() => undefined);
  }
}

const VARIABLES_SQL = `SHOW GLOBAL VARIABLES WHERE Variable_name IN ('wsrep_on', 'innodb_read_only', 'super_read_only')`;
const STATUS_SQL = `SHOW GLOBAL STATUS WHERE Variable_name IN ('wsrep_ready', 'wsrep_cluster_status')`;

/** One connection to the server outside the pool, reused between checks. */
export class ServerProbe {
  private readonly connection: Connection;

  constructor(options: DataSourceOptions) {
    const { host, port, username: user, password, database, ssl } = options as MysqlDataSourceOptions;
    this.connection = createConnection({ host, port, user, password, database, ssl, connectTimeout: 3_000 });
    // Queries report the error themselves; without a listener it would end the process.
    this.connection.on('error', () => undefined);
  }

  /** Variables and status by lower-case name. Servers without cluster support omit the wsrep entries. */
  async readState(): Promise<Record<string, string>> {
    const rows = [...(await this.rows(VARIABLES_SQL)), ...(await this.rows(STATUS_SQL))];
    return Object.fromEntries(rows.map(({ Variable_name, Value }) => [Variable_name.toLowerCase(), Value]));
  }

  close(): void {
    this.connection.destroy();
  }

  private rows(sql: string): Promise<{ Variable_name: string; Value: string }[]> {
    return new Promise((resolve, reject) => {
      this.connection.query(sql, (error: Error | null, rows: unknown) =>
        error ? reject(error) : resolve(rows as { Variable_name: string; Value: string }[]),
      );
    });
  }
}
