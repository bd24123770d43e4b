import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { Database } from '../../infrastructure/database/database';
import { idFromBytes } from '../../common/ids';
import type { JobRun } from '../../infrastructure/jobs/scheduled-job';
import { JobScheduler } from '../../infrastructure/jobs/job-scheduler';
import { TenantFactory } from '../../tenancy/tenant.factory';
import { AttemptFinishService } from './attempt-finish.service';
import { MINUTE_MS } from './attempt-time';

const INTERVAL_MS = 15_000;
const BATCH_SIZE = 200;

/**
 * Ends attempts whose time passed without a submit: submitted with the saved answers, or abandoned, by the setting of
 * the quiz. Safe in several processes at once: each end is one guarded update.
 */
@Injectable()
export class OverdueAttemptsJob implements OnModuleInit {
  constructor(
    private readonly scheduler: JobScheduler,
    private readonly database: Database,
    private readonly tenantFactory: TenantFactory,
    private readonly finishService: AttemptFinishService,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.scheduler.register<true>({
      name: 'overdue-attempts',
      intervalMs: INTERVAL_MS,
      runBatch: (_, run) => this.endBatch(run),
    });
  }

  /** Ended attempts, also those ended by another process, are not selected again. */
  private async endBatch(run: JobRun): Promise<true | null> {
    const now = this.clock.now();
    // Across customers, so without a tenant repository.
    const overdue = await this.database.rows<OverdueAttemptRow>(
      `SELECT customer_id, attempt_id, staff_id FROM attempt WHERE status = 'in_progress' AND deadline < ?
        AND deadline + COALESCE(grace_minutes, 0) * ${MINUTE_MS} < ? ORDER BY deadline LIMIT ${BATCH_SIZE}`,
      [now, now],
    );
    let failures = 0;
    for (const [customer_id, attempts] of groupByCustomer(overdue)) {
      const tenant = await this.tenantFactory.forSystem(customer_id);
      for (const { attempt_id, staff_id } of attempts) {
        if (!(await run.shouldContinue())) return null;
        await this.finishService.close(tenant, attempt_id, staff_id).catch((error: unknown) => {
          failures += 1;
          run.recordFailure(error, { customer_id, attempt_id });
        });
      }
    }
    run.countProcessed(overdue.length - failures);
    // An attempt that failed is selected again: it is retried in the next run, not endlessly in this one.
    return overdue.length === BATCH_SIZE && failures === 0 ? true : null;
  }
}

interface OverdueAttemptRow {
  customer_id: number;
  attempt_id: Uint8Array;
  staff_id: Uint8Array;
}

function groupByCustomer(rows: readonly OverdueAttemptRow[]): Map<number, { attempt_id: string; staff_id: string }[]> {
  const groups = new Map<number, { attempt_id: string; staff_id: string }[]>();
  for (const { customer_id, attempt_id, staff_id } of rows) {
    const one = { attempt_id: idFromBytes(attempt_id), staff_id: idFromBytes(staff_id) };
    groups.set(customer_id, [...(groups.get(customer_id) ?? []), one]);
  }
  return groups;
}
