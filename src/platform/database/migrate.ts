import { MigrationExecutor, type DataSource } from 'typeorm';
import { checkVersion } from './boot-check';
import { schemaWork } from './transaction-context';
import { DEAD_AFTER_MS, MigrationLease } from './migration-lease';

/**
 * Runs what is pending, one process at a time under a lease (speed.md, "Migrations run as one job under a lease"). A
 * process that is killed in the middle leaves a state in which the next one goes on: on the embedded engine each migration
 * is one transaction; MySQL and MariaDB commit each statement, so the table builder looks at what is there already
 * (table-words.ts).
 * @param deadAfter milliseconds without a sign of life, after which the lease of another process is taken over
 * @returns how many migrations ran
 * @throws StartRefused for a database of an earlier version
 */
export async function migrate(
  dataSource: DataSource,
  say: (line: string) => void = () => undefined,
  deadAfter = DEAD_AFTER_MS,
): Promise<number> {
  return schemaWork.run(true, async () => {
    for (;;) {
      const lease = await MigrationLease.take(dataSource, deadAfter, say);
      try {
        await checkVersion(dataSource);
        // Asking creates TypeORM's own table, so even that waits for the lease.
        if (!(await dataSource.showMigrations())) return 0;
        const ran = await runPending(dataSource);
        if (ran.length) say(`Database: ${ran.length} migrations applied`);
        return ran.length;
      } catch (error) {
        // Taken for dead (a machine that stood still), and both did the same step: the other one goes on with it.
        if (!(await lease.lost())) throw error;
      } finally {
        await lease.end();
      }
    }
  });
}

/** On a connection whose statements may take their time. */
async function runPending(dataSource: DataSource): Promise<unknown[]> {
  const runner = dataSource.createQueryRunner();
  const isMariaDb = dataSource.options.type === 'mariadb';
  try {
    if (isMariaDb) await runner.query('SET SESSION max_statement_time = 0');
    const executor = new MigrationExecutor(dataSource, runner);
    executor.transaction = 'each';
    return await executor.executePendingMigrations();
  } finally {
    if (isMariaDb) await runner.query('SET SESSION max_statement_time = 60').catch(() => undefined);
    await runner.release();
  }
}

/** The statements that would still be needed to make the database match the entities; empty when all is well. */
export async function drift(dataSource: DataSource): Promise<string[]> {
  return schemaWork.run(true, async () => {
    const log = await dataSource.driver.createSchemaBuilder().log();
    return log.upQueries.map((query) => query.query).filter((sql) => !sql.includes('migration_lease'));
  });
}
