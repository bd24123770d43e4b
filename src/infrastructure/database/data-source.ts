import { DataSource, type DataSourceOptions } from 'typeorm';
import { resolveColumnTypes } from './columns';
import { EmbeddedSqlite } from './embedded-sqlite';
import { engineOf, parseDatabaseUrl } from './engine';
import { ReadableNamingStrategy } from './naming-strategy';
import { SqliteReadWorker } from './sqlite-read-worker';
import { Semaphore } from './semaphore';
import { shareStatementTimer } from './statement-timer';
import type { ServerConnection } from './send-statement';

const POOL_SIZE = 16;
/** Connections not available to transactions: callers waiting for a locked row must not block reads. */
const RESERVED_FOR_READS = 4;

export interface DataSourceConfig {
  url: string;
  entities: readonly Function[];
  migrations: readonly Function[];
  /** Connections to MariaDB or MySQL, default 16; the embedded engine has one. */
  poolSize?: number;
}

export function dataSourceOptions(config: DataSourceConfig): DataSourceOptions {
  const address = parseDatabaseUrl(config.url);
  resolveColumnTypes(address.engine);
  const shared = {
    entities: [...config.entities],
    migrations: [...config.migrations],
    migrationsTableName: 'schema_migration',
    namingStrategy: new ReadableNamingStrategy(),
    synchronize: false,
    logging: false as const,
  };
  if (address.engine === 'sqlite') {
    return {
      ...shared,
      type: 'better-sqlite3',
      driver: EmbeddedSqlite,
      database: address.file,
      enableWAL: address.file !== ':memory:',
      prepareDatabase: (db: { pragma(text: string): unknown }) => {
        db.pragma('busy_timeout = 5000');
        db.pragma('temp_store = MEMORY');
      },
    };
  }
  return {
    ...shared,
    type: address.engine,
    host: address.host,
    port: address.port,
    username: address.user,
    password: address.password,
    database: address.database,
    ssl: address.ssl,
    charset: 'utf8mb4_bin',
    timezone: 'Z',
    connectTimeout: 3000,
    poolSize: config.poolSize ?? POOL_SIZE,
    // Instants and counters are far below 2^53, so numbers stay numbers; TypeORM's default would return text.
    supportBigNumbers: false,
    bigNumberStrings: false,
    // A stack for every statement costs 3 % of a short request; errors name their statement anyway.
    trace: false,
    // Unchanged rows count 0 in UPDATE and ON DUPLICATE KEY: insertMissing relies on it to detect new rows.
    extra: { flags: ['-FOUND_ROWS'], maxIdle: POOL_SIZE, idleTimeout: 60_000, queueLimit: 2_000 },
  } as DataSourceOptions;
}

export async function openDataSource(config: DataSourceConfig): Promise<DataSource> {
  const dataSource = new DataSource(dataSourceOptions(config));
  await dataSource.initialize();
  return prepareDataSource(dataSource);
}

interface DataSourceCompanions {
  transactions: Semaphore;
  /** For reads outside of transactions: the same DataSource; the embedded file has a second connection. */
  readDataSource: DataSource;
  /** Reads long results of the embedded file without blocking the event loop. */
  readWorker?: SqliteReadWorker;
}
const companions = new WeakMap<DataSource, DataSourceCompanions>();

export const transactionSlotsOf = (dataSource: DataSource): Semaphore => companionsOf(dataSource).transactions;
export const readDataSourceOf = (dataSource: DataSource): DataSource => companionsOf(dataSource).readDataSource;
export const readWorkerOf = (dataSource: DataSource): SqliteReadWorker | undefined =>
  companionsOf(dataSource).readWorker;

function companionsOf(dataSource: DataSource): DataSourceCompanions {
  const existing = companions.get(dataSource);
  if (!existing) throw new Error('Not prepared: open the DataSource with openDataSource or prepareDataSource');
  return existing;
}

/** For a DataSource initialised by TypeORM's module or command line. */
export async function prepareDataSource(dataSource: DataSource): Promise<DataSource> {
  if (engineOf(dataSource) === 'sqlite') await prepareSqlite(dataSource);
  else {
    configureSessions(dataSource);
    const { poolSize = POOL_SIZE } = dataSource.options as { poolSize?: number };
    const transactions = new Semaphore(Math.max(1, poolSize - RESERVED_FOR_READS));
    companions.set(dataSource, { transactions, readDataSource: dataSource });
  }
  return dataSource;
}

/** One writing connection with one transaction at a time, and one that reads committed data (write-ahead log). */
async function prepareSqlite(main: DataSource): Promise<void> {
  const { database: file } = main.options as { database: string };
  disableBusyTimeout(main);
  if (file === ':memory:') {
    companions.set(main, { transactions: new Semaphore(1), readDataSource: main });
    return;
  }
  const options = { ...main.options, entities: [], migrations: [], readonly: true, enableWAL: false };
  const readDataSource = new DataSource(options as DataSourceOptions);
  await readDataSource.initialize();
  disableBusyTimeout(readDataSource);
  shareStatementTimer(readDataSource, main);
  const readWorker = new SqliteReadWorker(file);
  companions.set(main, { transactions: new Semaphore(1), readDataSource, readWorker });
  const destroy = main.destroy.bind(main);
  main.destroy = async () => {
    await readWorker.close();
    await readDataSource.destroy();
    await destroy();
  };
}

/** SQLite's own busy timeout blocks the event loop; send-statement.ts retries instead. */
function disableBusyTimeout(dataSource: DataSource): void {
  const { databaseConnection } = dataSource.driver as unknown as { databaseConnection: { pragma(text: string): void } };
  databaseConnection.pragma('busy_timeout = 0');
}

/**
 * Opens a read-only replica of `main`'s server: its sessions cannot write, whatever the account may. They copy sql_mode
 * and time_zone of the main server, or the same statement could have another meaning.
 */
export async function openReplica(url: string, main: DataSource): Promise<DataSource> {
  const dataSource = new DataSource(dataSourceOptions({ url, entities: [], migrations: [] }));
  const settingsSql = 'SELECT @@sql_mode AS sql_mode, @@time_zone AS time_zone';
  const [{ sql_mode, time_zone }] = (await main.query(settingsSql)) as [{ sql_mode: string; time_zone: string }];
  await dataSource.initialize();
  configureSessions(
    dataSource,
    `SET SESSION sql_mode = '${sql_mode}', time_zone = '${time_zone}'`,
    'SET SESSION TRANSACTION READ ONLY',
  );
  shareStatementTimer(dataSource, main);
  companions.set(dataSource, { transactions: new Semaphore(1), readDataSource: dataSource });
  return dataSource;
}

/** Limit in bytes for GROUP_CONCAT: ids of ten thousand rows (list-statements.ts). MySQL's default is 1,024. */
const GROUP_CONCAT_MAX = 1024 * 1024;

interface PooledConnection extends ServerConnection {
  query(options: { sql: string; timeout: number }, parameters: [], callback: (error: Error | null) => void): void;
}

/** Like `connectTimeout`: a server that accepts a connection and then stalls must not occupy the pool. */
const SETTING_TIMEOUT_MS = 3000;

/**
 * Configures new connections. READ COMMITTED suffices and deadlocks less, because invariants are enforced by guarded
 * writes. Lock waits end within a request's time, and abandoned statements do not run forever on the server. A
 * connection that rejects a setting is destroyed.
 */
function configureSessions(dataSource: DataSource, ...extraSettings: readonly string[]): void {
  const driver = dataSource.driver as unknown as { obtainMasterConnection(): Promise<PooledConnection> };
  // MariaDB's subquery cache never hits here: each row's subquery runs once. A MariaDB server behind a mysql:// address
  // skips the MySQL 5.7 comment, whose variable it does not have.
  const executionLimits =
    engineOf(dataSource) === 'mariadb'
      ? ", max_statement_time = 60, optimizer_switch = 'subquery_cache=off'"
      : '/*!50708 , max_execution_time = 60000 */';
  const settings = [
    'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
    `SET SESSION autocommit = 1, innodb_lock_wait_timeout = 3 ${executionLimits}`,
    `SET SESSION group_concat_max_len = ${GROUP_CONCAT_MAX}`,
    ...extraSettings,
  ];
  const obtain = driver.obtainMasterConnection.bind(driver);
  const configured = new WeakSet<PooledConnection>();
  driver.obtainMasterConnection = async () => {
    const connection = await obtain();
    if (configured.has(connection)) return connection;
    try {
      for (const sql of settings) await applySetting(connection, sql);
    } catch (error) {
      connection.destroy();
      connection.stream.destroy(); // `destroy` waits for the server, which may have stalled
      throw error;
    }
    configured.add(connection);
    return connection;
  };
}

function applySetting(connection: PooledConnection, sql: string): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.query({ sql, timeout: SETTING_TIMEOUT_MS }, [], (error) => (error ? reject(error) : resolve()));
  });
}
