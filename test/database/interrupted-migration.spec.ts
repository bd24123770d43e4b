import type { DataSource, QueryRunner } from 'typeorm';
import { openDataSource } from '../../src/infrastructure/database/data-source';
import { findSchemaDrift, migrate } from '../../src/infrastructure/database/migrate';
import { migrations } from '../../src/migrations';
import { entities } from '../../src/schema';
import { createTestDatabase } from '../support/database';

/** Statements that change the database, including the end of a transaction. */
const CHANGES = /^\s*(?:CREATE|ALTER|DROP|INSERT|UPDATE|DELETE|COMMIT)\b/i;

class InterruptedError extends Error {}

/**
 * Interrupts each simulated process at the first statement at which none was interrupted before, either before the
 * statement or after it. Cleanup (releasing the lease) does not happen either. All share one DataSource, because
 * building the entity metadata for four hundred would take too long; each has its own runners.
 * @returns a function that starts a process, and the statements at which one was interrupted, each with its
 * predecessor, because COMMIT occurs many times
 */
function interruptAtNextStatement(
  dataSource: DataSource,
  when: 'before' | 'after',
): { startProcess(): void; interruptedAt: Set<string> } {
  const driver = dataSource.driver as unknown as {
    createQueryRunner: (mode: string) => QueryRunner;
    queryRunner?: QueryRunner | undefined;
  };
  const createQueryRunner = driver.createQueryRunner.bind(driver);
  const interruptedAt = new Set<string>();
  let previousStatement = '';
  let isInterrupted = false;
  // SQLite has one runner for all statements.
  const wrappedRunners = new WeakSet<QueryRunner>();
  driver.createQueryRunner = (mode) => {
    const runner = createQueryRunner(mode);
    if (wrappedRunners.has(runner)) return runner;
    wrappedRunners.add(runner);
    const query = runner.query.bind(runner) as (...all: unknown[]) => Promise<unknown>;
    runner.query = (async (sql: string, ...rest: unknown[]) => {
      // The database rolls back the transaction of a dead process.
      if (sql === 'ROLLBACK') return query(sql, ...rest);
      if (isInterrupted) throw new InterruptedError();
      if (!CHANGES.test(sql)) return query(sql, ...rest);
      const statementPair = `${previousStatement} > ${sql}`;
      previousStatement = sql.startsWith('COMMIT')
        ? statementPair
        : sql + (/schema_migration/.test(sql) ? JSON.stringify(rest) : '');
      if (interruptedAt.has(statementPair)) return query(sql, ...rest);
      interruptedAt.add(statementPair);
      isInterrupted = true;
      if (when === 'after') await query(sql, ...rest);
      throw new InterruptedError();
    }) as QueryRunner['query'];
    return runner;
  };
  const startProcess = (): void => {
    // It would still have the transaction of the previous process.
    driver.queryRunner = undefined;
    previousStatement = '';
    isInterrupted = false;
  };
  return { startProcess, interruptedAt };
}

describe('an interrupted migration', () => {
  it.each(['before', 'after'] as const)('at any of its statements, %s it is executed, is resumed', async (when) => {
    const database = await createTestDatabase();
    try {
      const interruptedSource = await openDataSource({ url: database.url, entities, migrations });
      // Each interruption would be logged with its stack.
      interruptedSource.logger.logMigration = () => undefined;
      const { startProcess, interruptedAt } = interruptAtNextStatement(interruptedSource, when);
      for (let isComplete = false; !isComplete;) {
        startProcess();
        isComplete = await migrate(interruptedSource, undefined, 0).then(
          () => true,
          (error: unknown) => {
            if (error instanceof InterruptedError) return false;
            throw error;
          },
        );
      }
      await interruptedSource.destroy();
      expect(interruptedAt.size).toBeGreaterThan(entities.length + migrations.length);
      const dataSource = await openDataSource({ url: database.url, entities, migrations });
      expect(await findSchemaDrift(dataSource)).toEqual([]);
      expect(await dataSource.showMigrations()).toBe(false);
      await dataSource.destroy();
    } finally {
      await database.drop();
    }
  });
});
