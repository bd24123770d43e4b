import type { DataSource, QueryRunner, ReplicationMode } from 'typeorm';
import { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner';
import { judgeStatement } from './transaction-context';

type MakesRunners = { createQueryRunner: (mode: ReplicationMode) => QueryRunner };

/** MySQL and MariaDB: every runner judges its statements. */
export function guardRunners(dataSource: DataSource): void {
  const driver = dataSource.driver as unknown as MakesRunners;
  const make = driver.createQueryRunner.bind(driver);
  driver.createQueryRunner = (mode) => {
    const runner = make(mode);
    const query = runner.query.bind(runner) as QueryRunner['query'];
    runner.query = ((sql: string, parameters?: unknown[], structured?: boolean) => {
      judgeStatement(runner, sql);
      return query(sql, parameters, structured as never);
    }) as QueryRunner['query'];
    return runner;
  };
}

/**
 * The embedded engine has one connection, and TypeORM gives every caller the same runner: a plain write would join
 * another request's open transaction and vanish with its rollback. Here each caller has its own runner, and a
 * transaction (or a single statement) owns the connection until it ends; first in, first out.
 */
export function serialiseRunners(dataSource: DataSource): void {
  const driver = dataSource.driver as unknown as MakesRunners;
  const prepared = new Map<string, unknown>();
  let owner: object | null = null;
  const waiting: { token: object; go: () => void }[] = [];

  const acquire = async (token: object): Promise<void> => {
    if (!owner) {
      owner = token;
      return;
    }
    await new Promise<void>((go) => waiting.push({ token, go }));
  };
  const release = (token: object): void => {
    if (owner !== token) return;
    const next = waiting.shift();
    owner = next?.token ?? null; // handed over directly: nobody can slip in between
    next?.go();
  };

  class SerialRunner extends BetterSqlite3QueryRunner {
    constructor() {
      super(dataSource.driver as never);
      (this as unknown as { stmtCache: Map<string, unknown> }).stmtCache = prepared;
    }
    override async query(sql: string, parameters?: unknown[], structured = false): Promise<any> {
      judgeStatement(this as unknown as QueryRunner, sql);
      if (owner === this) return super.query(sql, parameters, structured);
      const token = {};
      await acquire(token);
      try {
        return await super.query(sql, parameters, structured);
      } finally {
        release(token);
      }
    }
    override async startTransaction(level?: never): Promise<void> {
      if (owner !== this) await acquire(this);
      try {
        await super.startTransaction(level);
      } catch (error) {
        if (!this.isTransactionActive) release(this);
        throw error;
      }
    }
    override async commitTransaction(): Promise<void> {
      await super.commitTransaction();
      if (!this.isTransactionActive) release(this);
    }
    override async rollbackTransaction(): Promise<void> {
      try {
        await super.rollbackTransaction();
      } finally {
        if (!this.isTransactionActive) release(this);
      }
    }
    override async release(): Promise<void> {
      release(this);
      return super.release();
    }
  }
  driver.createQueryRunner = () => new SerialRunner() as unknown as QueryRunner;
}
