import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../platform/database/database';
import type { Round } from '../platform/jobs/sweep';
import { Sweeper } from '../platform/jobs/sweeper';
import { Tenants } from '../tenancy/tenants';
import { QUARTER_MS } from './daily-counts.query';
import { TotalsSettling } from './totals-settling.service';

/** Its name, and that of its lease (platform/jobs/sweep-lease.entity.ts). */
export const TOTALS_SWEEP = 'totals';
const FIRST_MS = 3_000;
const EVERY_MS = 30_000;
/** What a slow transaction, here or on another node, may still be committing. */
const OVERLAP_MS = 5 * 60_000;
/** However something was missed (a clock set wrong by hours, a row written by hand), it is right again on the next day. */
const RECOUNT_MS = 24 * 3_600_000;
const AT_A_TIME = 50;

/** Across organisations, by index: whose rows changed since then, and the quarters of an hour that they lie in. */
const CHANGED = [
  `SELECT customer_id, created_at - created_at % ${QUARTER_MS} AS one, completed_at - completed_at % ${QUARTER_MS} AS other
   FROM training_assignment WHERE updated_at >= ?
   GROUP BY customer_id, created_at - created_at % ${QUARTER_MS}, completed_at - completed_at % ${QUARTER_MS}`,
  `SELECT customer_id, submitted_at - submitted_at % ${QUARTER_MS} AS one, NULL AS other
   FROM attempt WHERE updated_at >= ? GROUP BY customer_id, submitted_at - submitted_at % ${QUARTER_MS}`,
];
/** Who was never counted, whose calendar is another now, and whom a day has passed for. */
const DUE = `SELECT c.customer_id AS customer_id FROM customer_state c
   LEFT JOIN totals_state t ON t.customer_id = c.customer_id
   WHERE c.customer_id > ? AND (t.recounted_at IS NULL OR t.recounted_at < ? OR t.time_zone <> c.time_zone)
   ORDER BY c.customer_id LIMIT ${AT_A_TIME}`;

/** Settles the totals of the dashboard: one process at a time, by a lease, so that no writer ever waits for a total. */
@Injectable()
export class TotalsSweep implements OnModuleInit {
  constructor(
    private readonly sweeper: Sweeper,
    private readonly database: Database,
    private readonly tenants: Tenants,
    private readonly settling: TotalsSettling,
  ) {}

  onModuleInit(): void {
    this.sweeper.register<number>({
      name: TOTALS_SWEEP,
      every: EVERY_MS,
      first: FIRST_MS,
      leased: true,
      // First what has changed, then who is to be counted anew, by their numbers.
      batch: (from, round) => (from === null ? this.settleChanged(round) : this.recountDue(from, round)),
    });
  }

  /** What is committed from the beginning of the round on may be missed by it, and is found by the next one. */
  private async settleChanged(round: Round): Promise<number> {
    const since = Math.min(round.before ?? round.began, round.began) - OVERLAP_MS;
    const changed = new Map<number, Set<number>>();
    for (const sql of CHANGED) {
      for (const { customer_id, one, other } of await this.database.rows<Changed>(sql, [since])) {
        const instants = changed.get(customer_id) ?? new Set();
        for (const instant of [one, other]) if (instant !== null) instants.add(Number(instant));
        changed.set(customer_id, instants);
      }
    }
    for (const [customer_id, instants] of changed) {
      await this.one(round, customer_id, (tenant) => this.settling.settle(tenant, instants));
    }
    return -1;
  }

  private async recountDue(after: number, round: Round): Promise<number | null> {
    const due = await this.database.rows<{ customer_id: number }>(DUE, [after, round.began - RECOUNT_MS]);
    for (const { customer_id } of due) await this.one(round, customer_id, (tenant) => this.settling.recount(tenant));
    return due.length === AT_A_TIME ? due.at(-1)!.customer_id : null;
  }

  /** What cannot be counted of one organisation must not keep the others waiting. */
  private async one(round: Round, customer_id: number, work: (tenant: Owner) => Promise<boolean>): Promise<void> {
    if (!(await round.goesOn())) return;
    try {
      if (!(await work(await this.tenants.forSystem(customer_id)))) round.left();
      round.did(1);
    } catch (error) {
      round.failed(error, { customer_id });
    }
  }
}

type Owner = Awaited<ReturnType<Tenants['forSystem']>>;
interface Changed {
  customer_id: number;
  one: number | string | null;
  other: number | string | null;
}
