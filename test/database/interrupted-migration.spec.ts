import type { DataSource, QueryRunner } from 'typeorm';
import { openDataSource } from '../../src/platform/database/data-source';
import { drift, migrate } from '../../src/platform/database/migrate';
import { migrations } from '../../src/migrations';
import { entities } from '../../src/schema';
import { testDatabase } from '../support/database';

/** What changes the database, the end of a transaction included. */
const CHANGES = /^\s*(?:CREATE|ALTER|DROP|INSERT|UPDATE|DELETE|COMMIT)\b/i;

class CutOff extends Error {}

/**
 * Each process ends at the first statement that no process before it ended at, before the database has heard of it or when
 * it is done. What a process does on its way out (giving its lease back) never happens either. The processes share one
 * DataSource, since four hundred of them would spend their time on reading the same entities; each has its own runners.
 * @returns what begins a process, and the statements that one ended at, each with the one before it: COMMIT is said many times
 */
function endsAtTheNext(dataSource: DataSource, when: 'before' | 'after'): { begin(): void; endedAt: Set<string> } {
  const driver = dataSource.driver as unknown as {
    createQueryRunner: (mode: string) => QueryRunner;
    queryRunner?: QueryRunner | undefined;
  };
  const make = driver.createQueryRunner.bind(driver);
  const endedAt = new Set<string>();
  let last = '';
  let ended = false;
  // The embedded engine has one runner for all statements.
  const watched = new WeakSet<QueryRunner>();
  driver.createQueryRunner = (mode) => {
    const runner = make(mode);
    if (watched.has(runner)) return runner;
    watched.add(runner);
    const query = runner.query.bind(runner) as (...all: unknown[]) => Promise<unknown>;
    runner.query = (async (sql: string, ...rest: unknown[]) => {
      // An engine undoes what a dead process had begun.
      if (sql === 'ROLLBACK') return query(sql, ...rest);
      if (ended) throw new CutOff();
      if (!CHANGES.test(sql)) return query(sql, ...rest);
      const here = `${last} > ${sql}`;
      last = sql.startsWith('COMMIT') ? here : sql + (/schema_migration/.test(sql) ? JSON.stringify(rest) : '');
      if (endedAt.has(here)) return query(sql, ...rest);
      endedAt.add(here);
      ended = true;
      if (when === 'after') await query(sql, ...rest);
      throw new CutOff();
    }) as QueryRunner['query'];
    return runner;
  };
  const begin = (): void => {
    // It would still know the transaction that the process before it had begun.
    driver.queryRunner = undefined;
    last = '';
    ended = false;
  };
  return { begin, endedAt };
}

describe('a migration that is cut off', () => {
  it.each(['before', 'after'] as const)(
    'at any of its statements, %s it is done, is taken up where it was',
    async (when) => {
      const database = await testDatabase();
      try {
        const cut = await openDataSource({ url: database.url, entities, migrations });
        // Each of them would be told with its stack.
        cut.logger.logMigration = () => undefined;
        const { begin, endedAt } = endsAtTheNext(cut, when);
        for (let whole = false; !whole;) {
          begin();
          whole = await migrate(cut, undefined, 0).then(
            () => true,
            (error: unknown) => {
              if (error instanceof CutOff) return false;
              throw error;
            },
          );
        }
        await cut.destroy();
        expect(endedAt.size).toBeGreaterThan(entities.length + migrations.length);
        const dataSource = await openDataSource({ url: database.url, entities, migrations });
        expect(await drift(dataSource)).toEqual([]);
        expect(await dataSource.showMigrations()).toBe(false);
        await dataSource.destroy();
      } finally {
        await database.drop();
      }
    },
  );
});
