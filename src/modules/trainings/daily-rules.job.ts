import { Injectable, type OnModuleInit } from '@nestjs/common';
import { dayAt, type Day } from '../../common/calendar';
import { Clock } from '../../common/clock';
import { Database } from '../../infrastructure/database/database';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import type { JobRun } from '../../infrastructure/jobs/scheduled-job';
import { JobScheduler } from '../../infrastructure/jobs/job-scheduler';
import { processCustomers, CUSTOMERS_PER_BATCH } from '../../tenancy/process-customers';
import { TenantFactory } from '../../tenancy/tenant.factory';
import { RuleTriggerListener } from './rule-trigger.listener';
import { RuleLockService } from './rule-lock.service';

const JOB_NAME = 'assignment-rules';
const INTERVAL_MS = 15 * 60_000;

/** Active customers that have or had rules, and the day of their last daily run. */
const CUSTOMERS_SQL = `SELECT c.customer_id AS customer_id, c.time_zone, d.swept_on
  FROM customer_state c JOIN assignment_rule_turn d ON d.customer_id = c.customer_id
  WHERE c.customer_id > ? AND c.status = 'A'
  ORDER BY c.customer_id LIMIT ${CUSTOMERS_PER_BATCH}`;

interface RulesCustomer {
  customer_id: number;
  time_zone: string;
  swept_on: Day | null;
}

/** Applies all rules once per local day of each customer, so that missed changes are made up for. */
@Injectable()
export class DailyRulesJob implements OnModuleInit {
  constructor(
    private readonly scheduler: JobScheduler,
    private readonly database: Database,
    private readonly tenantFactory: TenantFactory,
    private readonly triggers: RuleTriggerListener,
    private readonly locks: RuleLockService,
    private readonly transactions: TransactionManager,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.scheduler.register<number>({
      name: JOB_NAME,
      intervalMs: INTERVAL_MS,
      isLeased: true,
      runBatch: (after, run) =>
        processCustomers<RulesCustomer>(this.database, CUSTOMERS_SQL, { after, run }, (each) =>
          this.enqueue(each, run),
        ),
    });
  }

  private async enqueue({ customer_id, time_zone, swept_on }: RulesCustomer, run: JobRun): Promise<void> {
    const today = dayAt(this.clock.now(), time_zone);
    if (swept_on === today) return;
    const tenant = await this.tenantFactory.forSystem(customer_id);
    await this.transactions.run(async () => {
      await this.locks.acquire(tenant);
      await this.locks.saveDailyRun(tenant, today);
      await this.triggers.enqueue(tenant, null);
    });
    run.countProcessed(1);
  }
}
