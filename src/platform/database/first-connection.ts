import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { ConfigError } from '../config/config-error';
import { isDatabaseAway } from '../errors/database-away';
import { checkPages, checkPlace, checkRestored, DatabaseDamaged, isDamage } from './boot-check';
import { prepareDataSource } from './data-source';
import { migrate } from './migrate';

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 5_000;
const SAID_AGAIN_AFTER = 30_000;
/** Account, password or database name are wrong: waiting mends none of them. */
const REFUSED: ReadonlySet<string> = new Set([
  'ER_ACCESS_DENIED_ERROR',
  'ER_DBACCESS_DENIED_ERROR',
  'ER_ACCESS_DENIED_NO_PASSWORD_ERROR',
  'ER_BAD_DB_ERROR',
]);

/**
 * Connects and migrates. A database that is not there yet is waited for, saying so, since a machine's parts start in any
 * order (contract.md, Integrity: the process recovers alone); the waiting room answers 503 meanwhile.
 * @param uploads the folder of the files that the database tells of
 * @throws ConfigError when the server refuses the account or has no such database
 * @throws StartRefused when the file is another process's, damaged, or lost
 */
export async function firstConnection(options: DataSourceOptions, uploads: string): Promise<DataSource> {
  const log = new Logger('Database');
  const file = fileOf(options);
  if (file) checkPlace(file, uploads);
  let loggedAt = -Infinity;
  for (let wait = FIRST_PAUSE; ; wait = Math.min(LONGEST_PAUSE, wait * 2)) {
    const dataSource = new DataSource(options);
    try {
      await dataSource.initialize();
      await prepareDataSource(dataSource);
      await (file ? checkPages(dataSource, file) : checkRestored(dataSource));
      await migrate(dataSource, (line) => log.log(line));
      if (loggedAt > 0) log.warn(`${placeOf(options)} answers now`);
      return dataSource;
    } catch (error) {
      if (dataSource.isInitialized) await dataSource.destroy().catch(() => undefined);
      if (!isDatabaseAway(error)) throw refusalOf(error, options);
      if (performance.now() - loggedAt > SAID_AGAIN_AFTER) {
        loggedAt = performance.now();
        log.error(`${placeOf(options)} does not answer (${reasonOf(error)}); waiting for it, 503 meanwhile`);
      }
    }
    await pause(wait);
  }
}

/** The embedded database's; null for a server's, and for one in memory. */
function fileOf(options: DataSourceOptions): string | null {
  return options.type === 'better-sqlite3' && options.database !== ':memory:' ? options.database : null;
}

function placeOf(options: DataSourceOptions): string {
  const { host, port, database } = options as { host?: string; port?: number; database?: string };
  return host === undefined ? `The database file ${database}` : `The database at ${host}:${port}`;
}

function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  return code ?? message ?? 'no reason given';
}

function refusalOf(error: unknown, options: DataSourceOptions): unknown {
  const { code, message } = error as { code?: string; message?: string };
  const file = fileOf(options);
  if (file && isDamage(error)) return new DatabaseDamaged(file, message ?? '');
  if (!code || !REFUSED.has(code)) return error;
  const what = code === 'ER_BAD_DB_ERROR' ? 'names a database that does not exist' : 'names an account that is refused';
  return new ConfigError('DATABASE_URL', `${what} (${placeOf(options)})`, 'mariadb://user:password@host:3306/skilgrid');
}
