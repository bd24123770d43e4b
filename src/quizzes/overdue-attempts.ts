import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../platform/clock';
import { Database } from '../platform/database/database';
import { idFromBytes } from '../platform/ids';
import type { Round } from '../platform/jobs/sweep';
import { Sweeper } from '../platform/jobs/sweeper';
import { Tenants } from '../tenancy/tenants';
import { AttemptFinishService } from './attempt-finish.service';
import { MINUTE_MS } from './attempt-time';

const EVERY_MS = 15_000;
const AT_A_TIME = 200;

/**
 * Closes attempts whose time passed without a submit: what was saved counts, or they are abandoned, as their quiz said. It may run in every process at once,
 * for each ending is one guarded update.
 */
@Injectable()
export class OverdueAttempts implements OnModuleInit {
  constructor(
    private readonly sweeper: Sweeper,
    private readonly database: Database,
    private readonly tenants: Tenants,
    private readonly finish: AttemptFinishService,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.sweeper.register<true>({
      name: 'overdue-attempts',
      every: EVERY_MS,
      batch: (_, round) => this.closeSome(round),
    });
  }

  /** Those that it closed, or found closed by another process meanwhile, are not found again. */
  private async closeSome(round: Round): Promise<true | null> {
    const now = this.clock.now();
    // Across organisations, so no tenant repository: the ids lead to a tenant each.
    const overdue = await this.database.rows<Overdue>(
      `SELECT customer_id, attempt_id, staff_id FROM attempt WHERE status = 'in_progress' AND deadline < ?
        AND deadline + COALESCE(grace_minutes, 0) * ${MINUTE_MS} < ? ORDER BY deadline LIMIT ${AT_A_TIME}`,
      [now, now],
    );
    let failed = 0;
    for (const [customer_id, attempts] of byCustomer(overdue)) {
      const tenant = await this.tenants.forSystem(customer_id);
      for (const { attempt_id, staff_id } of attempts) {
        if (!(await round.goesOn())) return null;
        await this.finish.close(tenant, attempt_id, staff_id).catch((error: unknown) => {
          failed += 1;
          round.failed(error, { customer_id, attempt_id });
        });
      }
    }
    round.did(overdue.length - failed);
    // One that cannot be closed is found again: it is tried in the next round, not without end in this one.
    return overdue.length === AT_A_TIME && failed === 0 ? true : null;
  }
}

interface Overdue {
  customer_id: number;
  attempt_id: Uint8Array;
  staff_id: Uint8Array;
}

function byCustomer(rows: readonly Overdue[]): Map<number, { attempt_id: string; staff_id: string }[]> {
  const found = new Map<number, { attempt_id: string; staff_id: string }[]>();
  for (const { customer_id, attempt_id, staff_id } of rows) {
    const one = { attempt_id: idFromBytes(attempt_id), staff_id: idFromBytes(staff_id) };
    found.set(customer_id, [...(found.get(customer_id) ?? []), one]);
  }
  return found;
}
