import { MigrationExecutor, type DataSource } from 'typeorm';
import { checkSchemaVersion } from './startup-checks';
import { schemaWork } from './transaction-context';
import { LEASE_TIMEOUT_MS, MigrationLease } from './migration-lease';

/**
 * Runs pending migrations, one process at a time under a lease (docs/operations.md). After a crash the next run
 * continues: the embedded engine runs each migration in a transaction; MySQL and MariaDB commit each statement, so
 * table-builder.ts checks what exists.
 * @param leaseTimeoutMs milliseconds without renewal after which another process's lease is taken over
 * @returns the number of migrations run
 * @throws StartupError for a database of an earlier version
 */
export async function migrate(
  dataSource: DataSource,
  log: (line: string) => void = () => undefined,
  leaseTimeoutMs = LEASE_TIMEOUT_MS,
): Promise<number> {
  return schemaWork.run(true, async () => {
    for (;;) {
      const lease = await MigrationLease.acquire(dataSource, leaseTimeoutMs, log);
      try {
        await checkSchemaVersion(dataSource);
        // Creates TypeORM's migration table, so it also needs the lease.
        if (!(await dataSource.showMigrations())) return 0;
        const applied = await runPending(dataSource);
        if (applied.length) log(`Database: ${applied.length} migrations applied`);
        return applied.length;
      } catch (error) {
        // This process was paused and lost the lease, and both ran the same step: the other process continues.
        if (!(await lease.isLost())) throw error;
      } finally {
        await lease.release();
      }
    }
  });
}

/** Uses a connection without statement timeout. */
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

/** Statements that would make the database match the entities; empty if it does. */
export async function findSchemaDrift(dataSource: DataSource): Promise<string[]> {
  return schemaWork.run(true, async () => {
    const schemaLog = await dataSource.driver.createSchemaBuilder().log();
    return schemaLog.upQueries.map((query) => query.query).filter((sql) => !sql.includes('migration_lease'));
  });
}
