import { performance } from 'node:perf_hooks';
import { DatabaseSlow, heard, patienceLeft, pausePatiently } from './patience';
import { sqliteCode, SQLITE_BUSY } from './sqlite-api';

const ASK_AGAIN_MS = 20;

export interface PooledConnection {
  release(): void;
  destroy(): void;
  stream: { destroy(): void };
}
/** Whoever has, or waits for, a connection of the pool: TypeORM's runner, or one statement. */
export interface Pooled<C extends PooledConnection = PooledConnection> {
  connect(): Promise<C>;
  databaseConnection?: C;
  databaseConnectionPromise?: Promise<C>;
}

const givenUp = new WeakSet<object>();

/** A statement that was given up: its connection is never used again; one that was still waited for goes back at once. */
export function abandon(pooled: Pooled): void {
  if (givenUp.has(pooled)) return;
  givenUp.add(pooled);
  const { databaseConnection, databaseConnectionPromise } = pooled;
  if (databaseConnection) {
    databaseConnection.destroy();
    databaseConnection.stream.destroy(); // `destroy` says goodbye first, which a stalled server never answers
    return;
  }
  const back = (late: PooledConnection): void => {
    // From here on it is somebody else's: whoever releases the runner must not release it a second time.
    delete pooled.databaseConnection;
    late.release();
  };
  void databaseConnectionPromise?.then(back).catch(() => undefined);
}

/** Once it has a connection; nothing is sent any more for whoever was given up while it was waited for. @throws DatabaseSlow */
export async function connected<C extends PooledConnection>(pooled: Pooled<C>): Promise<C> {
  if (givenUp.has(pooled)) throw new DatabaseSlow();
  const connection = await pooled.connect();
  if (givenUp.has(pooled)) throw new DatabaseSlow();
  return connection;
}

/** Another process holds the embedded file: asked again without blocking this one (SQLite's own waiting would). */
export async function untilFree<T>(work: () => T | Promise<T>): Promise<T> {
  const until = performance.now() + patienceLeft();
  for (;;) {
    try {
      const answer = await work();
      heard();
      return answer;
    } catch (error) {
      if (sqliteCode(error) !== SQLITE_BUSY || performance.now() >= until) throw error;
      await pausePatiently(ASK_AGAIN_MS);
    }
  }
}
