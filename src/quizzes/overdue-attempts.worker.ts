import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '../platform/clock';
import { Database } from '../platform/database/database';
import { idFromBytes } from '../platform/ids';
import { Log } from '../platform/logging/log';
import { Tenants } from '../tenancy/tenants';
import { AttemptFinishService } from './attempt-finish.service';

const EVERY_MS = 15_000;

/**
 * Closes attempts whose deadline passed without a submit: what was saved counts. It may run in every process at once,
 * for each ending is one guarded update.
 */
@Injectable()
export class OverdueAttempts implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private sweeping: Promise<unknown> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly database: Database,
    private readonly tenants: Tenants,
    private readonly finish: AttemptFinishService,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    this.plan();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.sweeping;
  }

  /** @returns how many attempts it closed, or found closed by another process meanwhile */
  async sweep(): Promise<number> {
    // Across organisations, so no tenant repository: the ids lead to a tenant each.
    const overdue = await this.database.rows<{ customer_id: number; attempt_id: Uint8Array }>(
      "SELECT customer_id, attempt_id FROM attempt WHERE status = 'in_progress' AND deadline < ? ORDER BY deadline LIMIT 200",
      [this.clock.now()],
    );
    for (const [customer_id, attempts] of byCustomer(overdue)) {
      const tenant = await this.tenants.forSystem(customer_id);
      for (const attempt_id of attempts) {
        if (this.stopped) return overdue.length;
        await this.finish
          .close(tenant, attempt_id)
          .catch((error: unknown) => this.log.fault(error, { customer_id, attempt_id }));
      }
    }
    return overdue.length;
  }

  private plan(): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.sweeping = this.sweep()
        .catch((error: unknown) => this.log.fault(error, { worker: 'overdue-attempts' }))
        .finally(() => this.plan());
    }, EVERY_MS);
    this.timer.unref();
  }
}

function byCustomer(rows: readonly { customer_id: number; attempt_id: Uint8Array }[]): Map<number, string[]> {
  const found = new Map<number, string[]>();
  for (const { customer_id, attempt_id } of rows) {
    found.set(customer_id, [...(found.get(customer_id) ?? []), idFromBytes(attempt_id)]);
  }
  return found;
}
