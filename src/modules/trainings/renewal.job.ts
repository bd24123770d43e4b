import { Injectable, type OnModuleInit } from '@nestjs/common';
import { dayAt, type Day } from '../../common/calendar';
import { Clock } from '../../common/clock';
import { Database } from '../../infrastructure/database/database';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import type { JobRun } from '../../infrastructure/jobs/scheduled-job';
import { JobScheduler } from '../../infrastructure/jobs/job-scheduler';
import { processCustomers, CUSTOMERS_PER_BATCH } from '../../tenancy/process-customers';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { TenantFactory } from '../../tenancy/tenant.factory';
import { RenewalDay } from './renewal-day.entity';
import { RenewalsService, type RenewalBatchResult } from './renewals.service';

const INTERVAL_MS = 5 * 60_000;

/** Active customers and the day up to which each was processed. */
const CUSTOMERS_SQL = `SELECT c.customer_id AS customer_id, c.time_zone, d.swept_on
  FROM customer_state c LEFT JOIN renewal_day d ON d.customer_id = c.customer_id
  WHERE c.customer_id > ? AND c.status = 'A' ORDER BY c.customer_id LIMIT ${CUSTOMERS_PER_BATCH}`;

interface RenewalCustomer {
  customer_id: number;
  time_zone: string;
  swept_on: Day | null;
}

/** Runs once per local day of each customer, before the notices of that day. Makes up for missed days. */
@Injectable()
export class RenewalJob implements OnModuleInit {
  constructor(
    private readonly scheduler: JobScheduler,
    private readonly database: Database,
    private readonly tenantFactory: TenantFactory,
    private readonly renewalsService: RenewalsService,
    @InjectTenantRepository(RenewalDay) private readonly days: TenantRepository<RenewalDay>,
    private readonly transactions: TransactionManager,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.scheduler.register<number>({
      name: 'renewals',
      intervalMs: INTERVAL_MS,
      isLeased: true,
      runBatch: (after, run) => this.runBatch(after, run),
    });
  }

  private runBatch(after: number | null, run: JobRun): Promise<number | null> {
    return processCustomers<RenewalCustomer>(this.database, CUSTOMERS_SQL, { after, run }, (each) =>
      this.renewCustomer(each, run),
    );
  }

  private async renewCustomer({ customer_id, time_zone, swept_on }: RenewalCustomer, run: JobRun): Promise<void> {
    const today = dayAt(this.clock.now(), time_zone);
    if (swept_on === today) return;
    const tenant = await this.tenantFactory.forSystem(customer_id);
    const isFinished =
      (await runPortions(run, () => this.renewalsService.openDueCycles(tenant, today))) &&
      (await runPortions(run, () => this.renewalsService.expireOverdue(tenant, today)));
    if (isFinished) await this.saveDay(tenant, today);
  }

  private async saveDay(tenant: Tenant, swept_on: Day): Promise<void> {
    await this.transactions.run(() => this.days.insertOrReplace(tenant, [{ swept_on }]));
  }
}

/** @returns false: interrupted; the next run continues */
async function runPortions(run: JobRun, portion: () => Promise<RenewalBatchResult>): Promise<boolean> {
  for (;;) {
    const { count, more } = await portion();
    run.countProcessed(count);
    if (!more) return true;
    if (!(await run.shouldContinue())) return false;
  }
}
