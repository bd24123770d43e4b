import { Injectable } from '@nestjs/common';
import { addDays, dayAt, type Day } from '../platform/calendar';
import { Clock } from '../platform/clock';
import { Transactions } from '../platform/database/transactions';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { bucketsOf, daysCounted, stretches } from './daily-counts.query';
import { DailyTotal, TOTAL_KINDS, TotalsState } from './daily-total.entity';

/** Days in one transaction: with some states of each it stays below a thousand rows (speed.md). */
const DAYS_AT_ONCE = 31;

const STANDING = `SELECT d.status AS status, SUM(d.amount) AS amount FROM daily_total d
  WHERE d.customer_id = :customer_id AND d.kind = 'assignments' GROUP BY d.status`;

/**
 * Keeps an organisation's buckets. A bucket is never added to: the days that something changed in are counted again, which
 * may be done as often as one likes and begun anew wherever it was cut off.
 */
@Injectable()
export class TotalsSettling {
  constructor(
    @Records(DailyTotal) private readonly totals: TenantRepository<DailyTotal>,
    @Records(TotalsState) private readonly states: TenantRepository<TotalsState>,
    private readonly queries: TenantQueries,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * Counts the days again in which these instants lie. Nothing where nothing is known yet: that is counted as a whole.
   * @returns false when another process settled meanwhile, so that some of it is still to be done
   */
  async settle(tenant: Tenant, instants: Iterable<number>): Promise<boolean> {
    const state = await this.states.one(tenant, {});
    if (!state || state.recounted_at === null || state.time_zone !== tenant.time_zone) return true;
    const days = [...instants].map((instant) => dayAt(instant, tenant.time_zone));
    return this.write(tenant, state.settled, days, {});
  }

  /** Counts everything, from the first day to the last: what older releases left, and once a day whatever else. */
  async recount(tenant: Tenant): Promise<boolean> {
    const { time_zone } = tenant;
    const recounted_at = this.clock.now();
    const empty = { time_zone, standing: {}, recounted_at: null, settled: 0 };
    await this.transactions.run(() => this.states.insertMissing(tenant, [empty]));
    const state = await this.states.one(tenant, {});
    if (!state) return false;
    const ends = await daysCounted(this.queries, tenant);
    const days: Day[] = [];
    if (ends) for (let day = ends.from; day <= ends.to; day = addDays(day, 1)) days.push(day);
    await this.transactions.run(() =>
      ends
        ? this.totals.remove(tenant, { anyOf: [{ day: { lt: ends.from } }, { day: { gt: ends.to } }] })
        : this.totals.remove(tenant, {}),
    );
    return this.write(tenant, state.settled, days, { recounted_at, time_zone });
  }

  /** Stretch by stretch; with the last of them, what is then true of the whole. */
  private async write(
    tenant: Tenant,
    settled: number,
    days: readonly Day[],
    finally_: Partial<TotalsState>,
  ): Promise<boolean> {
    const parts = stretches(days, (day) => addDays(day, 1), DAYS_AT_ONCE);
    for (const { from, to } of parts) {
      const buckets = await bucketsOf(this.queries, tenant, from, to);
      const kept = await this.once(tenant, settled++, {}, async () => {
        await this.totals.remove(tenant, { kind: [...TOTAL_KINDS], day: { gte: from, lte: to } });
        if (buckets.length) await this.totals.insert(tenant, buckets);
      });
      if (!kept) return false;
    }
    return this.once(tenant, settled, finally_, async () => undefined);
  }

  /** What was counted before another process settled is not written over it. */
  private async once(
    tenant: Tenant,
    settled: number,
    change: Partial<TotalsState>,
    work: () => Promise<void>,
  ): Promise<boolean> {
    try {
      await this.transactions.run(async () => {
        await work();
        const rows = await this.queries.rows<{ status: string; amount: number | string }>(tenant, STANDING);
        const standing = Object.fromEntries(rows.map(({ status, amount }) => [status, Number(amount)]));
        const isOurs = await this.states.update(tenant, { settled }, { ...change, standing, settled: settled + 1 });
        if (!isOurs) throw new Overtaken();
      });
      return true;
    } catch (error) {
      if (error instanceof Overtaken) return false;
      throw error;
    }
  }
}

class Overtaken extends Error {}
