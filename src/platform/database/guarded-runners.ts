import { QueryRunnerAlreadyReleasedError, type DataSource, type QueryRunner, type ReplicationMode } from 'typeorm';
import { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner';
import { yieldToEventLoop } from '../event-loop';
import { fileReads, serverReads, type DirectRead } from './direct-reads';
import { Semaphore } from './semaphore';
import { ServerStatements, type Asked } from './server-statements';
import { readEach, type LongRunner } from './long-reads';
import { ENDING_MS, withPatience } from './patience';
import { abandon, connected, untilFree, type Pooled, type PooledConnection } from './pooled';
import { ReadingThread } from './reading-thread';
import { watchOf } from './statement-watch';
import { checkStatement, schemaWork } from './transaction-context';
import type { LoneRunner } from './transactions';

type MakesRunners = {
  createQueryRunner: (mode: ReplicationMode) => QueryRunner;
  disconnect: () => Promise<void>;
  readDirectly?: DirectRead;
  lines?: Lines;
};

/** Those who have a place to write, or the embedded engine's only connection, and those who wait. */
export type Lines = Readonly<Record<string, { readonly taken: number; readonly waiting: number }>>;

/** How whoever opened it is read from outside transactions. */
export const directReadOf = (dataSource: DataSource): DirectRead | undefined =>
  (dataSource.driver as unknown as MakesRunners).readDirectly;

export const linesOf = (dataSource: DataSource): Lines => (dataSource.driver as unknown as MakesRunners).lines ?? {};

const told = (line: Semaphore): Lines[string] => ({
  get taken() {
    return line.taken;
  },
  get waiting() {
    return line.waitingFor;
  },
});

const ENDS = /^\s*(?:COMMIT|ROLLBACK)/i;

/**
 * MySQL and MariaDB: every runner judges its statements, and waits for them only so long. At most `writers` transactions
 * are open at once: those who wait for one locked row must not hold every connection, or nobody could read either.
 */
export function guardRunners(dataSource: DataSource, writers: number): void {
  const open = new Semaphore(writers);
  const watch = watchOf(dataSource);
  const statements = new ServerStatements();
  const driver = dataSource.driver as unknown as MakesRunners;
  const make = driver.createQueryRunner.bind(driver);
  const unlimited = new WeakSet<QueryRunner>();
  /** A migration may take its time. */
  const lifted = async (runner: QueryRunner, query: QueryRunner['query']): Promise<void> => {
    unlimited.add(runner);
    if (dataSource.options.type === 'mariadb') await query('SET SESSION max_statement_time = 0');
  };
  driver.createQueryRunner = (mode) => {
    const runner = make(mode);
    const query = runner.query.bind(runner) as QueryRunner['query'];
    let isAlone = false;
    const pooled = runner as unknown as Pooled<PooledConnection & Asked>;
    runner.query = ((sql: string, parameters?: unknown[], structured?: boolean) => {
      checkStatement(runner, sql);
      if (schemaWork.getStore()) {
        const send = async () => {
          await connected(pooled);
          return query(sql, parameters, structured as never) as Promise<unknown>;
        };
        return unlimited.has(runner) ? send() : lifted(runner, query).then(send);
      }
      // Straight to the driver: TypeORM tells listeners that nobody has, before and after.
      const send = async () => {
        if (runner.isReleased) throw new QueryRunnerAlreadyReleasedError();
        const connection = await connected(pooled);
        const raw = await watch.over(sql, () =>
          statements.send<{ affectedRows?: number }>(connection, sql, parameters, runner.isTransactionActive),
        );
        if (isAlone) open.moved();
        return structured ? { raw, records: Array.isArray(raw) ? raw : [], affected: raw.affectedRows } : raw;
      };
      return withPatience(send, () => abandon(pooled), ENDS.test(sql) ? ENDING_MS : 0);
    }) as QueryRunner['query'];
    (runner as unknown as LongRunner).each = (sql, parameters, take) => {
      checkStatement(runner, sql);
      const read = () =>
        readEach(
          () => connected(pooled),
          () => abandon(pooled),
          { sql, parameters, take },
        );
      return watch.over(sql, read);
    };
    const { startTransaction, commitTransaction, release } = runner;
    (runner as LoneRunner).alone = () => {
      isAlone = true;
      return open.acquire(runner);
    };
    runner.startTransaction = async (level) => {
      await open.acquire(runner);
      return startTransaction.call(runner, level);
    };
    runner.commitTransaction = async () => {
      await commitTransaction.call(runner);
      open.moved();
    };
    runner.release = async () => {
      open.release(runner);
      return release.call(runner);
    };
    return runner;
  };
  driver.lines = { writers: told(open) };
  driver.readDirectly = serverReads(dataSource, statements);
}

/**
 * The embedded engine has one connection, and TypeORM gives every caller the same runner: a plain write would join
 * another request's open transaction and vanish with its rollback. Here each caller has its own runner, and a
 * transaction (or a single statement) owns the connection until it ends; first in, first out.
 */
export function serialiseRunners(dataSource: DataSource): void {
  const driver = dataSource.driver as unknown as MakesRunners;
  const prepared = new Map<string, unknown>();
  const watch = watchOf(dataSource);
  const connection = new Semaphore();
  const { database: file } = dataSource.options as { database: string };
  const reading = file === ':memory:' ? null : new ReadingThread(file);
  const disconnect = driver.disconnect.bind(driver);
  driver.disconnect = async () => {
    await reading?.close();
    return disconnect();
  };
  /** Only the first of those who want to write asks for the file's lock; the connection is not theirs until they have it. */
  const writers = new Semaphore();

  class SerialRunner extends BetterSqlite3QueryRunner {
    constructor() {
      super(dataSource.driver as never);
      (this as unknown as { stmtCache: Map<string, unknown> }).stmtCache = prepared;
    }
    override async query(sql: string, parameters?: unknown[], structured = false): Promise<any> {
      checkStatement(this as unknown as QueryRunner, sql);
      // Asks for the right to write at once, so that only here, with nothing begun, another process has to be waited for.
      if (sql === 'BEGIN TRANSACTION') return super.query('BEGIN IMMEDIATE TRANSACTION', parameters, structured);
      // What this engine answers comes within the call: many who ask at once would hold the loop one after the other.
      await yieldToEventLoop();
      const ask = () => watch.over(sql, () => untilFree(() => super.query(sql, parameters, structured)));
      if (connection.holds(this)) return ask();
      const token = {};
      await connection.acquire(token);
      try {
        return await ask();
      } finally {
        connection.release(token);
      }
    }
    /** In a thread of its own; within a transaction here, where its own rows are seen. */
    async each(sql: string, parameters: readonly unknown[], take: (row: never) => void): Promise<void> {
      if (reading && !connection.holds(this)) {
        checkStatement(this as unknown as QueryRunner, sql);
        await watch.over(sql, () => reading.each(sql, parameters, take));
      } else for (const row of (await this.query(sql, [...parameters])) as never[]) take(row);
    }
    override async startTransaction(level?: never): Promise<void> {
      await writers.acquire(this);
      // Between two tries the connection is free: whoever only reads goes on while another process writes.
      await untilFree(async () => {
        await connection.acquire(this);
        try {
          await super.startTransaction(level);
        } catch (error) {
          this.isTransactionActive = false; // TypeORM believes that it has begun
          connection.release(this);
          throw error;
        }
      });
    }
    override async commitTransaction(): Promise<void> {
      await super.commitTransaction();
      for (const line of [writers, connection]) line.moved();
      if (!this.isTransactionActive) this.letGo();
    }
    override async rollbackTransaction(): Promise<void> {
      try {
        await super.rollbackTransaction();
      } finally {
        if (!this.isTransactionActive) this.letGo();
      }
    }
    override async release(): Promise<void> {
      this.letGo();
      return super.release();
    }
    private letGo(): void {
      connection.release(this);
      writers.release(this);
    }
  }
  driver.createQueryRunner = () => new SerialRunner() as unknown as QueryRunner;
  driver.lines = { writers: told(writers), connection: told(connection) };
  driver.readDirectly = fileReads(dataSource, connection);
}
