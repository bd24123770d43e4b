import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { ConfigError } from '../config/config-error';
import { isDatabaseUnavailable } from '../../common/errors/database-availability';
import {
  checkFileIntegrity,
  checkDatabaseFile,
  checkNoUnfinishedRestore,
  DatabaseDamagedError,
  isCorruptionError,
} from './startup-checks';
import { prepareDataSource } from './data-source';
import { migrate } from './migrate';

const INITIAL_RETRY_MS = 250;
const MAX_RETRY_MS = 5_000;
const LOG_INTERVAL_MS = 30_000;
/** Wrong account, password or database name: waiting does not help. */
const REFUSED_CODES: ReadonlySet<string> = new Set([
  'ER_ACCESS_DENIED_ERROR',
  'ER_DBACCESS_DENIED_ERROR',
  'ER_ACCESS_DENIED_NO_PASSWORD_ERROR',
  'ER_BAD_DB_ERROR',
]);

/**
 * Connects and migrates. Waits for a database that is not reachable yet, since services start in any order; meanwhile
 * the process answers 503.
 * @param uploads folder of the uploaded files
 * @throws ConfigError when the server rejects the account or has no such database
 * @throws StartupError when the database file is in use by another process, damaged or lost
 */
export async function connectAndMigrate(options: DataSourceOptions, uploads: string): Promise<DataSource> {
  const log = new Logger('Database');
  const file = databaseFilePath(options);
  if (file) checkDatabaseFile(file, uploads);
  let loggedAt = -Infinity;
  for (let wait = INITIAL_RETRY_MS; ; wait = Math.min(MAX_RETRY_MS, wait * 2)) {
    const dataSource = new DataSource(options);
    try {
      await dataSource.initialize();
      await prepareDataSource(dataSource);
      await (file ? checkFileIntegrity(dataSource, file) : checkNoUnfinishedRestore(dataSource));
      await migrate(dataSource, (line) => log.log(line));
      if (loggedAt > 0) log.warn(`${describeDatabase(options)} answers now`);
      return dataSource;
    } catch (error) {
      if (dataSource.isInitialized) await dataSource.destroy().catch(() => undefined);
      if (!isDatabaseUnavailable(error)) throw toStartupError(error, options);
      if (performance.now() - loggedAt > LOG_INTERVAL_MS) {
        loggedAt = performance.now();
        log.error(
          `${describeDatabase(options)} does not answer (${errorReason(error)}); waiting for it, 503 meanwhile`,
        );
      }
    }
    await pause(wait);
  }
}

/** Path of the embedded database; null for a server and for an in-memory database. */
function databaseFilePath(options: DataSourceOptions): string | null {
  return options.type === 'better-sqlite3' && options.database !== ':memory:' ? options.database : null;
}

function describeDatabase(options: DataSourceOptions): string {
  const { host, port, database } = options as { host?: string; port?: number; database?: string };
  return host === undefined ? `The database file ${database}` : `The database at ${host}:${port}`;
}

function errorReason(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  return code ?? message ?? 'no reason given';
}

function toStartupError(error: unknown, options: DataSourceOptions): unknown {
  const { code, message } = error as { code?: string; message?: string };
  const file = databaseFilePath(options);
  if (file && isCorruptionError(error)) return new DatabaseDamagedError(file, message ?? '');
  if (!code || !REFUSED_CODES.has(code)) return error;
  const problem =
    code === 'ER_BAD_DB_ERROR' ? 'names a database that does not exist' : 'names an account that is refused';
  return new ConfigError(
    'DATABASE_URL',
    `${problem} (${describeDatabase(options)})`,
    'mariadb://user:password@host:3306/skilgrid',
  );
}
