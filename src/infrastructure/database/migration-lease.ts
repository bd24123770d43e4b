import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { engineOf } from './engine';
import { schemaWork } from './transaction-context';

export const RENEW_INTERVAL_MS = 2_000;
/** Without a renewal for this long the holder counts as dead and the next process takes over. */
export const LEASE_TIMEOUT_MS = 10_000;
const POLL_INTERVAL_MS = 250;

/** Owner ids of the leases held by this process. */
const heldOwners = new Set<string>();

interface LeaseRow {
  owner: string | null;
  until_ms: number | string;
}

/**
 * The lease for migrating: one row, taken by one conditional update and renewed every two seconds. Waiting processes
 * watch the row change against their own monotonic clock, so clocks need not agree: a row that no longer changes has
 * lost its holder.
 */
export class MigrationLease {
  private readonly renewalTimer: NodeJS.Timeout | undefined;

  private constructor(
    private readonly dataSource: DataSource,
    private readonly owner: string,
  ) {
    // The embedded file belongs to this process, and its one writing connection may be inside a transaction.
    if (engineOf(dataSource) !== 'sqlite') {
      this.renewalTimer = setInterval(() => void schemaWork.run(true, () => this.renew()), RENEW_INTERVAL_MS);
      this.renewalTimer.unref();
    }
    heldOwners.add(owner);
  }

  /** @param timeoutMs milliseconds within which a living holder has renewed it */
  static async acquire(
    dataSource: DataSource,
    timeoutMs: number,
    log: (line: string) => void,
  ): Promise<MigrationLease> {
    await dataSource.query(
      'CREATE TABLE IF NOT EXISTS migration_lease (id INTEGER NOT NULL PRIMARY KEY, owner VARCHAR(36), until_ms BIGINT NOT NULL)',
    );
    const insertSql =
      engineOf(dataSource) === 'sqlite'
        ? 'INSERT INTO migration_lease (id, owner, until_ms) VALUES (1, NULL, 0) ON CONFLICT DO NOTHING'
        : 'INSERT INTO migration_lease (id, owner, until_ms) VALUES (1, NULL, 0) ON DUPLICATE KEY UPDATE id = id';
    await dataSource.query(insertSql);
    const owner = randomUUID();
    // The embedded database belongs to this process (database-file-lock.ts): any other holder is dead.
    const isHolderDead = ({ owner }: LeaseRow): boolean =>
      owner === null || (engineOf(dataSource) === 'sqlite' && !heldOwners.has(owner));
    let last = await readLease(dataSource);
    for (let unchangedSince = performance.now(), hasLogged = false; ;) {
      if (isHolderDead(last) || performance.now() - unchangedSince >= timeoutMs) {
        // Conditional on the last row read, so only one of several processes succeeds.
        await dataSource.query(
          `UPDATE migration_lease SET owner = ?, until_ms = ? WHERE id = 1 AND until_ms = ? AND ${
            last.owner === null ? 'owner IS NULL' : 'owner = ?'
          }`,
          [owner, nextExpiry(), last.until_ms, ...(last.owner === null ? [] : [last.owner])],
        );
      }
      const current = await readLease(dataSource);
      if (current.owner === owner) return new MigrationLease(dataSource, owner);
      if (current.owner !== last.owner || current.until_ms !== last.until_ms) unchangedSince = performance.now();
      last = current;
      if (!hasLogged) log('Database: another process prepares it; waiting for that');
      hasLogged = true;
      await pause(POLL_INTERVAL_MS);
    }
  }

  /** Whether another process holds the lease now. */
  async isLost(): Promise<boolean> {
    // A failing query means the database is gone, not the lease.
    const current = await readLease(this.dataSource).catch(() => null);
    return current !== null && current.owner !== this.owner;
  }

  /** Releases the lease if still held. Ignores errors so that they do not hide the original one. */
  async release(): Promise<void> {
    clearInterval(this.renewalTimer);
    heldOwners.delete(this.owner);
    await this.dataSource
      .query('UPDATE migration_lease SET owner = NULL, until_ms = 0 WHERE owner = ?', [this.owner])
      .catch(() => undefined);
  }

  private async renew(): Promise<void> {
    await this.dataSource
      .query('UPDATE migration_lease SET until_ms = ? WHERE owner = ?', [nextExpiry(), this.owner])
      .catch(() => undefined); // the migration itself reports the error
  }
}

/** Changes with every renewal. Processes of earlier releases compare it with their clock. */
const nextExpiry = (): number => Date.now() + 60_000;

async function readLease(dataSource: DataSource): Promise<LeaseRow> {
  const [row] = (await dataSource.query('SELECT owner, until_ms FROM migration_lease WHERE id = 1')) as LeaseRow[];
  return row ?? { owner: null, until_ms: 0 };
}
