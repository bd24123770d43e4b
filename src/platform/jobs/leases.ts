import { Injectable } from '@nestjs/common';
import { Clock } from '../clock';
import { Database } from '../database/database';
import { Transactions } from '../database/transactions';

/** Renewed while there is work; what a process that was killed held is free again after this. */
const LEASE_MS = 60_000;

export interface Lease {
  readonly name: string;
  readonly settled_at: number | null;
  /** Which it is, too: nobody else has one that ends at that millisecond. */
  until: number;
}

/** Which process does a sweep. Each decision is one guarded update. */
@Injectable()
export class Leases {
  constructor(
    private readonly database: Database,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** @param apart not sooner than so many milliseconds after the last whole round @returns null: it is not ours to do */
  async claim(name: string, apart: number): Promise<Lease | null> {
    const now = this.clock.now();
    const until = now + LEASE_MS;
    return this.transactions.run(async () => {
      await this.database.write(
        `INSERT INTO sweep_lease (name, settled_at, leased_until) VALUES (?, NULL, 0)
         ${this.database.engine === 'sqlite' ? 'ON CONFLICT DO NOTHING' : 'ON DUPLICATE KEY UPDATE name = name'}`,
        [name],
      );
      // A clock that was put back must not make everybody wait for it.
      const isOurs = await this.database.write(
        `UPDATE sweep_lease SET leased_until = ?
         WHERE name = ? AND leased_until < ? AND (settled_at IS NULL OR settled_at <= ? OR settled_at > ?)`,
        [until, name, now, now - apart, now],
      );
      if (!isOurs) return null;
      const [row] = await this.database.rows<{ settled_at: number | string | null }>(
        'SELECT settled_at FROM sweep_lease WHERE name = ?',
        [name],
      );
      const settled_at = row?.settled_at ?? null;
      return { name, until, settled_at: settled_at === null ? null : Number(settled_at) };
    });
  }

  /** @returns whether it is still ours */
  async renew(lease: Lease): Promise<boolean> {
    const until = this.clock.now() + LEASE_MS;
    if (until - lease.until < LEASE_MS / 3) return true;
    const isOurs = await this.write('leased_until = ?', [until], lease);
    if (isOurs) lease.until = until;
    return isOurs;
  }

  /** @param settled_at when the round began, if it was whole @returns whether it was still ours */
  end(lease: Lease, settled_at: number | null): Promise<boolean> {
    return settled_at === null
      ? this.write('leased_until = 0', [], lease)
      : this.write('leased_until = 0, settled_at = ?', [settled_at], lease);
  }

  private async write(change: string, values: number[], { name, until }: Lease): Promise<boolean> {
    const sql = `UPDATE sweep_lease SET ${change} WHERE name = ? AND leased_until = ?`;
    return (await this.transactions.run(() => this.database.write(sql, [...values, name, until]))) > 0;
  }
}
