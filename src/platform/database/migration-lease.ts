import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { engineOf } from './engine';
import { schemaWork } from './transaction-context';

export const RENEWED_EVERY_MS = 2_000;
/** Nobody has renewed it for so long: its holder is dead, and whoever waits goes on. */
export const DEAD_AFTER_MS = 10_000;
const LOOKED_AT_EVERY_MS = 250;

/** Leases that this process holds. */
const ours = new Set<string>();

interface Held {
  owner: string | null;
  until_ms: number | string;
}

/**
 * The right to migrate: one row, taken by one conditional update and renewed every two seconds. Whoever waits judges by
 * the changes of the row and by their own watch, so that no two clocks need to agree: a row that stands still has lost its
 * holder.
 */
export class MigrationLease {
  private readonly beat: NodeJS.Timeout | undefined;

  private constructor(
    private readonly dataSource: DataSource,
    private readonly owner: string,
  ) {
    // The embedded file is this process's alone, and its one writing connection may be within a transaction.
    if (engineOf(dataSource) !== 'sqlite') {
      this.beat = setInterval(() => void schemaWork.run(true, () => this.renew()), RENEWED_EVERY_MS);
      this.beat.unref();
    }
    ours.add(owner);
  }

  /** @param deadAfter milliseconds in which a living holder has renewed it */
  static async take(dataSource: DataSource, deadAfter: number, say: (line: string) => void): Promise<MigrationLease> {
    await dataSource.query(
      'CREATE TABLE IF NOT EXISTS migration_lease (id INTEGER NOT NULL PRIMARY KEY, owner VARCHAR(36), until_ms BIGINT NOT NULL)',
    );
    const first =
      engineOf(dataSource) === 'sqlite'
        ? 'INSERT INTO migration_lease (id, owner, until_ms) VALUES (1, NULL, 0) ON CONFLICT DO NOTHING'
        : 'INSERT INTO migration_lease (id, owner, until_ms) VALUES (1, NULL, 0) ON DUPLICATE KEY UPDATE id = id';
    await dataSource.query(first);
    const owner = randomUUID();
    // The embedded database is this process's alone (file-owner.ts): a holder outside of it is dead.
    const dead = ({ owner }: Held): boolean =>
      owner === null || (engineOf(dataSource) === 'sqlite' && !ours.has(owner));
    let last = await held(dataSource);
    for (let since = performance.now(), hasLogged = false; ;) {
      if (dead(last) || performance.now() - since >= deadAfter) {
        // Only as it was seen: of several who wait, and of a holder who comes back, one changes it.
        await dataSource.query(
          `UPDATE migration_lease SET owner = ?, until_ms = ? WHERE id = 1 AND until_ms = ? AND ${
            last.owner === null ? 'owner IS NULL' : 'owner = ?'
          }`,
          [owner, until(), last.until_ms, ...(last.owner === null ? [] : [last.owner])],
        );
      }
      const now = await held(dataSource);
      if (now.owner === owner) return new MigrationLease(dataSource, owner);
      if (now.owner !== last.owner || now.until_ms !== last.until_ms) since = performance.now();
      last = now;
      if (!hasLogged) say('Database: another process prepares it; waiting for that');
      hasLogged = true;
      await pause(LOOKED_AT_EVERY_MS);
    }
  }

  /** Whether somebody else has it now. */
  async lost(): Promise<boolean> {
    // Where the database has gone away, that is what happened.
    const now = await held(this.dataSource).catch(() => null);
    return now !== null && now.owner !== this.owner;
  }

  /** Given back, if it is still ours. A database that has gone away hides no other reason. */
  async end(): Promise<void> {
    clearInterval(this.beat);
    ours.delete(this.owner);
    await this.dataSource
      .query('UPDATE migration_lease SET owner = NULL, until_ms = 0 WHERE owner = ?', [this.owner])
      .catch(() => undefined);
  }

  private async renew(): Promise<void> {
    await this.dataSource
      .query('UPDATE migration_lease SET until_ms = ? WHERE owner = ?', [until(), this.owner])
      .catch(() => undefined); // the migration itself will say so
  }
}

/** Changes with every renewal. Processes of earlier releases compare it with their clock. */
const until = (): number => Date.now() + 60_000;

async function held(dataSource: DataSource): Promise<Held> {
  const [row] = (await dataSource.query('SELECT owner, until_ms FROM migration_lease WHERE id = 1')) as Held[];
  return row ?? { owner: null, until_ms: 0 };
}
