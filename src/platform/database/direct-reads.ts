import { LRUCache } from 'lru-cache';
import { QueryFailedError, type DataSource } from 'typeorm';
import { yieldToEventLoop } from '../event-loop';
import { abandon, connected, untilFree, type Pooled, type PooledConnection } from './pooled';
import { withPatience } from './patience';
import type { Semaphore } from './semaphore';
import type { Asked, ServerStatements } from './server-statements';
import { watchOf } from './statement-watch';
import { checkStatement } from './transaction-context';

/**
 * The rows of one statement outside a transaction. TypeORM's runner (made for it, told of it before and after, thrown away)
 * costs a fifth of a short list; nobody listens to it.
 * @throws QueryFailedError, DatabaseSlow
 */
export type DirectRead = (sql: string, parameters: readonly unknown[]) => Promise<unknown[]>;

interface ServerDriver {
  obtainMasterConnection(): Promise<PooledConnection & Asked>;
}

/** Of MySQL and MariaDB: on a connection of the pool. */
export function serverReads(dataSource: DataSource, statements: ServerStatements): DirectRead {
  const driver = dataSource.driver as unknown as ServerDriver;
  const watch = watchOf(dataSource);
  return (sql, parameters) => {
    const place: Pooled<PooledConnection & Asked> = {
      connect: () =>
        (place.databaseConnectionPromise = driver
          .obtainMasterConnection()
          .then((connection) => (place.databaseConnection = connection))),
    };
    checkStatement(place, sql);
    const ask = async (): Promise<unknown[]> => {
      const connection = await connected(place);
      try {
        return await watch.over(sql, () => statements.send<unknown[]>(connection, sql, parameters));
      } finally {
        // Not within the driver's own turn: a lost connection leaves the pool after it has told us. Nothing to one given up.
        connection.release();
      }
    };
    return withPatience(ask, () => abandon(place));
  };
}

interface Statement {
  all(...parameters: readonly unknown[]): unknown[];
}
interface FileDriver {
  databaseConnection: { prepare(sql: string): Statement };
}

const PREPARED = 300;
/** Characters of one that is not worth keeping: a list as long as it happens to be, which takes megabytes of the engine's. */
const LONG_TEXT = 8_000;

/** Of the embedded engine. @param connection whose turn it is with the only one there is */
export function fileReads(dataSource: DataSource, connection: Semaphore): DirectRead {
  const { databaseConnection } = dataSource.driver as unknown as FileDriver;
  const watch = watchOf(dataSource);
  const prepared = new LRUCache<string, Statement>({ max: PREPARED });
  const ask = (sql: string, parameters: readonly unknown[]): unknown[] => {
    try {
      const statement = prepared.get(sql) ?? databaseConnection.prepare(sql);
      if (sql.length <= LONG_TEXT) prepared.set(sql, statement);
      return statement.all(...parameters.map((value) => (typeof value === 'boolean' ? Number(value) : value)));
    } catch (error) {
      throw new QueryFailedError(sql, [...parameters], error as Error);
    }
  };
  return async (sql, parameters) => {
    const token = {};
    checkStatement(token, sql);
    await yieldToEventLoop();
    await connection.acquire(token);
    try {
      return await watch.over(sql, () => untilFree(() => ask(sql, parameters)));
    } finally {
      connection.release(token);
    }
  };
}
