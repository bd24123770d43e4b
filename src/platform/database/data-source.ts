import { DataSource, type DataSourceOptions } from 'typeorm';
import { settleColumns } from './columns';
import { EmbeddedSqlite } from './embedded-sqlite';
import { engineOf, parseDatabaseUrl } from './engine';
import { ReadableNames } from './naming';
import { ReadingThread } from './reading-thread';
import { Semaphore } from './semaphore';
import { shareWatch } from './statement-watch';
import type { ServerConnection } from './statements';

const POOL_SIZE = 16;
/** Connections that no transaction takes: those who wait for one locked row must not keep everybody from reading. */
const KEPT_FOR_READING = 4;

export interface DataSourceParts {
  url: string;
  entities: readonly Function[];
  migrations: readonly Function[];
  /** Connections to MariaDB or MySQL, 16 unless said; the embedded engine has one. */
  poolSize?: number;
}

/** Both engines behind one DataSource (stack.md); not yet initialised. */
export function dataSourceOptions(parts: DataSourceParts): DataSourceOptions {
  const address = parseDatabaseUrl(parts.url);
  settleColumns(address.engine);
  const shared = {
    entities: [...parts.entities],
    migrations: [...parts.migrations],
    migrationsTableName: 'schema_migration',
    namingStrategy: new ReadableNames(),
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
    poolSize: parts.poolSize ?? POOL_SIZE,
    // Instants and counters are far below 2^53: numbers as they come, where TypeORM would have each written as a text.
    ...{ supportBigNumbers: false, bigNumberStrings: false },
    // A stack kept for every statement costs 3 % of a short request; an error names its statement anyway.
    trace: false,
    // An UPDATE or ON DUPLICATE KEY that changes nothing counts 0: insertMissing tells new rows from known ones by it.
    extra: { flags: ['-FOUND_ROWS'], maxIdle: POOL_SIZE, idleTimeout: 60_000, queueLimit: 2_000 },
  } as DataSourceOptions;
}

/** Connects. */
export async function openDataSource(parts: DataSourceParts): Promise<DataSource> {
  const dataSource = new DataSource(dataSourceOptions(parts));
  await dataSource.initialize();
  return prepareDataSource(dataSource);
}

/** What belongs to an open DataSource beside it. */
interface Beside {
  /** Places of transactions. */
  transactions: Semaphore;
  /** For statements outside of transactions: the same, but for the embedded file, which has a second connection for them. */
  reading: DataSource;
  /** Long answers of the embedded file, which would stop the process otherwise. */
  thread?: ReadingThread;
}
const beside = new WeakMap<DataSource, Beside>();

export const transactionsOf = (dataSource: DataSource): Semaphore => besideOf(dataSource).transactions;
export const readingOf = (dataSource: DataSource): DataSource => besideOf(dataSource).reading;
export const threadOf = (dataSource: DataSource): ReadingThread | undefined => besideOf(dataSource).thread;

function besideOf(dataSource: DataSource): Beside {
  const found = beside.get(dataSource);
  if (!found) throw new Error('openDataSource or prepareDataSource opens what is beside a DataSource');
  return found;
}

/** For a DataSource that TypeORM's module or command line initialised. */
export async function prepareDataSource(dataSource: DataSource): Promise<DataSource> {
  if (engineOf(dataSource) === 'sqlite') await prepareFile(dataSource);
  else {
    settleSessions(dataSource);
    const { poolSize = POOL_SIZE } = dataSource.options as { poolSize?: number };
    const transactions = new Semaphore(Math.max(1, poolSize - KEPT_FOR_READING));
    beside.set(dataSource, { transactions, reading: dataSource });
  }
  return dataSource;
}

/** One connection that writes, one transaction at a time, and one that reads what was committed (write-ahead log). */
async function prepareFile(main: DataSource): Promise<void> {
  const { database: file } = main.options as { database: string };
  waitBetweenStatements(main);
  if (file === ':memory:') {
    beside.set(main, { transactions: new Semaphore(1), reading: main });
    return;
  }
  const options = { ...main.options, entities: [], migrations: [], readonly: true, enableWAL: false };
  const reading = new DataSource(options as DataSourceOptions);
  await reading.initialize();
  waitBetweenStatements(reading);
  shareWatch(reading, main);
  const thread = new ReadingThread(file);
  beside.set(main, { transactions: new Semaphore(1), reading, thread });
  const destroy = main.destroy.bind(main);
  main.destroy = async () => {
    await thread.close();
    await reading.destroy();
    await destroy();
  };
}

/** Another process is waited for between statements (statements.ts): SQLite's own waiting stops this one. */
function waitBetweenStatements(dataSource: DataSource): void {
  const { databaseConnection } = dataSource.driver as unknown as { databaseConnection: { pragma(text: string): void } };
  databaseConnection.pragma('busy_timeout = 0');
}

/**
 * A copy of `main`'s server that is only read: none of its sessions can write, whatever its account may. What the writer's
 * sessions take from their server these take from there too, or the same statement might mean something else.
 */
export async function openReplica(url: string, main: DataSource): Promise<DataSource> {
  const dataSource = new DataSource(dataSourceOptions({ url, entities: [], migrations: [] }));
  const asked = 'SELECT @@sql_mode AS sql_mode, @@time_zone AS time_zone';
  const [{ sql_mode, time_zone }] = (await main.query(asked)) as [{ sql_mode: string; time_zone: string }];
  await dataSource.initialize();
  settleSessions(
    dataSource,
    `SET SESSION sql_mode = '${sql_mode}', time_zone = '${time_zone}'`,
    'SET SESSION TRANSACTION READ ONLY',
  );
  shareWatch(dataSource, main);
  beside.set(dataSource, { transactions: new Semaphore(1), reading: dataSource });
  return dataSource;
}

/** Bytes of a text that GROUP_CONCAT may make: the ids of ten thousand rows (list-statements.ts). MySQL cuts at 1,024. */
const GROUP_CONCAT_MAX = 1024 * 1024;

interface PooledConnection extends ServerConnection {
  query(options: { sql: string; timeout: number }, parameters: [], done: (error: Error | null) => void): void;
}

/** As `connectTimeout`: a server that accepts a connection and then stalls must not occupy a place of the pool. */
const SETTING_MS = 3000;

/**
 * Read committed: invariants are decided by guarded writes, never by a locking read, so the lighter level is right and
 * deadlocks less. A statement alone commits by itself, whatever the server's own setting. A lock is waited for no longer than a request is patient, and what was given up does not run on for
 * ever at the server. A connection that refuses a setting is destroyed before anything runs on it.
 */
function settleSessions(dataSource: DataSource, ...more: readonly string[]): void {
  const driver = dataSource.driver as unknown as { obtainMasterConnection(): Promise<PooledConnection> };
  // What is asked of each row by its own id is never asked twice: MariaDB's memory of such answers is looked into in vain.
  // A MariaDB server behind a mysql:// address passes over the comment of MySQL 5.7, whose variable it does not know.
  const running =
    engineOf(dataSource) === 'mariadb'
      ? ", max_statement_time = 60, optimizer_switch = 'subquery_cache=off'"
      : '/*!50708 , max_execution_time = 60000 */';
  const settings = [
    'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
    `SET SESSION autocommit = 1, innodb_lock_wait_timeout = 3 ${running}`,
    `SET SESSION group_concat_max_len = ${GROUP_CONCAT_MAX}`,
    ...more,
  ];
  const obtain = driver.obtainMasterConnection.bind(driver);
  const ready = new WeakSet<PooledConnection>();
  driver.obtainMasterConnection = async () => {
    const connection = await obtain();
    if (ready.has(connection)) return connection;
    try {
      for (const sql of settings) await applySetting(connection, sql);
    } catch (error) {
      connection.destroy();
      connection.stream.destroy(); // `destroy` waits for the server, which may have stalled
      throw error;
    }
    ready.add(connection);
    return connection;
  };
}

function applySetting(connection: PooledConnection, sql: string): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.query({ sql, timeout: SETTING_MS }, [], (error) => (error ? reject(error) : resolve()));
  });
}
