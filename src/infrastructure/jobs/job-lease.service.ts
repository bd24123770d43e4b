import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { Database } from '../database/database';
import { TransactionManager } from '../database/transaction-manager';

/** Renewed while a job runs. A killed process frees its lease after this time. */
const LEASE_DURATION_MS = 60_000;

export interface Lease {
  readonly name: string;
  readonly settled_at: number | null;
  /** Also identifies the holder: no other lease of the job ends at the same millisecond. */
  leasedUntil: number;
}

/** Leases that let one process at a time run a job. Each decision is one guarded update. */
@Injectable()
export class JobLeaseService {
  constructor(
    private readonly database: Database,
    private readonly transactions: TransactionManager,
    private readonly clock: Clock,
  ) {}

  /** @param minIntervalMs since the start of the last complete run @returns null: not this process's turn */
  async claim(name: string, minIntervalMs: number): Promise<Lease | null> {
    const now = this.clock.now();
    const leasedUntil = now + LEASE_DURATION_MS;
    return this.transactions.run(async () => {
      await this.database.write(
        `INSERT INTO sweep_lease (name, settled_at, leased_until) VALUES (?, NULL, 0)
         ${this.database.engine === 'sqlite' ? 'ON CONFLICT DO NOTHING' : 'ON DUPLICATE KEY UPDATE name = name'}`,
        [name],
      );
      // `settled_at > now` after the clock was set back must not block everyone.
      const isHeld = await this.database.write(
        `UPDATE sweep_lease SET leased_until = ?
         WHERE name = ? AND leased_until < ? AND (settled_at IS NULL OR settled_at <= ? OR settled_at > ?)`,
        [leasedUntil, name, now, now - minIntervalMs, now],
      );
      if (!isHeld) return null;
      const [row] = await this.database.rows<{ settled_at: number | string | null }>(
        'SELECT settled_at FROM sweep_lease WHERE name = ?',
        [name],
      );
      const settled_at = row?.settled_at ?? null;
      return { name, leasedUntil, settled_at: settled_at === null ? null : Number(settled_at) };
    });
  }

  /** @returns whether the lease is still held */
  async renew(lease: Lease): Promise<boolean> {
    const leasedUntil = this.clock.now() + LEASE_DURATION_MS;
    if (leasedUntil - lease.leasedUntil < LEASE_DURATION_MS / 3) return true;
    const isHeld = await this.write('leased_until = ?', [leasedUntil], lease);
    if (isHeld) lease.leasedUntil = leasedUntil;
    return isHeld;
  }

  /** @param settled_at when the run started; null if it was incomplete @returns whether the lease was still held */
  release(lease: Lease, settled_at: number | null): Promise<boolean> {
    return settled_at === null
      ? this.write('leased_until = 0', [], lease)
      : this.write('leased_until = 0, settled_at = ?', [settled_at], lease);
  }

  private async write(change: string, values: number[], { name, leasedUntil }: Lease): Promise<boolean> {
    const sql = `UPDATE sweep_lease SET ${change} WHERE name = ? AND leased_until = ?`;
    return (await this.transactions.run(() => this.database.write(sql, [...values, name, leasedUntil]))) > 0;
  }
}
