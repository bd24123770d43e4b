import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { engineOf } from './data-source';
import { schemaWork } from './transaction-context';

const LEASE_MS = 60_000;

/**
 * Runs what is pending, one process at a time: the lease is a row taken by one conditional update, so a crashed holder
 * blocks nobody for longer than a minute (speed.md, "Migrations run as one job under a lease").
 * @returns how many migrations ran
 */
export async function migrate(dataSource: DataSource, say: (line: string) => void = () => undefined): Promise<number> {
  return schemaWork.run(true, async () => {
    const owner = randomUUID();
    await takeLease(dataSource, owner, say);
    const beat = setInterval(
      // Where the database has gone away, the migration itself will say so.
      () => void schemaWork.run(true, () => renew(dataSource, owner)).catch(() => undefined),
      LEASE_MS / 3,
    );
    beat.unref();
    try {
      // Asking creates TypeORM's own table, so even that waits for the lease.
      if (!(await dataSource.showMigrations())) return 0;
      const ran = await dataSource.runMigrations({ transaction: 'each' });
      if (ran.length) say(`Database: ${ran.length} migrations applied`);
      return ran.length;
    } finally {
      clearInterval(beat);
      await dataSource.query('UPDATE migration_lease SET owner = NULL, until_ms = 0 WHERE owner = ?', [owner]);
    }
  });
}

/** The statements that would still be needed to make the database match the entities; empty when all is well. */
export async function drift(dataSource: DataSource): Promise<string[]> {
  return schemaWork.run(true, async () => {
    const log = await dataSource.driver.createSchemaBuilder().log();
    return log.upQueries.map((query) => query.query).filter((sql) => !sql.includes('migration_lease'));
  });
}

async function takeLease(dataSource: DataSource, owner: string, say: (line: string) => void): Promise<void> {
  await dataSource.query(
    'CREATE TABLE IF NOT EXISTS migration_lease (id INTEGER NOT NULL PRIMARY KEY, owner VARCHAR(36), until_ms BIGINT NOT NULL)',
  );
  const first =
    engineOf(dataSource) === 'sqlite'
      ? 'INSERT INTO migration_lease (id, owner, until_ms) VALUES (1, NULL, 0) ON CONFLICT DO NOTHING'
      : 'INSERT INTO migration_lease (id, owner, until_ms) VALUES (1, NULL, 0) ON DUPLICATE KEY UPDATE id = id';
  await dataSource.query(first);
  for (let waited = 0; ; waited++) {
    const now = Date.now();
    await dataSource.query('UPDATE migration_lease SET owner = ?, until_ms = ? WHERE id = 1 AND until_ms < ?', [
      owner,
      now + LEASE_MS,
      now,
    ]);
    const [row] = (await dataSource.query('SELECT owner FROM migration_lease WHERE id = 1')) as { owner: string }[];
    if (row?.owner === owner) return;
    if (waited === 0) say('Database: another process is migrating; waiting for it');
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

async function renew(dataSource: DataSource, owner: string): Promise<void> {
  await dataSource.query('UPDATE migration_lease SET until_ms = ? WHERE owner = ?', [Date.now() + LEASE_MS, owner]);
}
